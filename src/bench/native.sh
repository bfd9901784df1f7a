#!/usr/bin/env bash
# Measures a packaged program and prints one JSON object: how fast it is ready, what it takes of memory, what an evaluation, a change
# and an edit of the rules cost. docs/native.md#memory has some of them.
#
#   src/bench/native.sh PROGRAM [REGION [NODES]]
#
# PROGRAM is the native program, or a command in one word or more ("java -jar target/quarkus-app/quarkus-run.jar"). REGION and NODES are
# snapshot folders of a whole region, without and with nodes (./mvnw -q -Pbench test -Dbench.extent=snapshot writes them); without them
# their figures are null. CHANGES (1000) is how often one image changes, EDITS (20) how often a rule is edited, ROUNDS (5) how often a
# verb is run, QUIET (75) after how many seconds without a change a server is measured. Nothing is written outside of a temporary
# folder; every server listens on 127.0.0.1.
set -euo pipefail
LC_ALL=C

[ $# -ge 1 ] || { sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 2; }
read -r -a program <<<"$1"
region=${2:-} nodes=${3:-}
changes=${CHANGES:-1000} edits=${EDITS:-20} rounds=${ROUNDS:-5} quiet=${QUIET:-75}
cd "$(dirname "$0")/../.."
for tool in curl jq awk; do
  command -v "$tool" >/dev/null || { echo "native.sh: $tool is not installed. Try: apt-get install $tool" >&2; exit 2; }
done
[ -r /proc/self/status ] || { echo "native.sh: there is no /proc here: memory cannot be read. Try: run it on Linux" >&2; exit 2; }
for folder in $region $nodes; do
  [ -f "$folder/snapshot.yaml" ] || { echo "native.sh: $folder is not a snapshot folder: it has no snapshot.yaml" >&2; exit 2; }
done

work=$(mktemp -d)
server=
stop() {
  [ -z "$server" ] || { kill "$server" 2>/dev/null || :; wait "$server" 2>/dev/null || :; }
  server=
}
trap 'stop; rm -rf "$work"' EXIT
export PLUMBLINE_AUDIT_FOLDER=$work/audit

note() { echo "native.sh: $*" >&2; }
# Milliseconds of this process, by the clock that bash has.
millis() { local t=${EPOCHREALTIME/,/.}; echo $((${t%.*} * 1000 + 10#${t#*.} / 1000)); }
kib() { awk -v what="$2:" '$1 == what { print $2 }' "/proc/$1/status" 2>/dev/null; }
# CPU seconds of a process that lives, user and system.
cpu() { awk -v hz="$(getconf CLK_TCK)" '{ sub(/.*\) /, ""); printf "%.2f", ($12 + $13) / hz }' "/proc/$1/stat"; }
median() { sort -n | awk '{ a[NR] = $1 } END { if (NR) print a[int((NR + 1) / 2)]; else print "null" }'; }
p95() { sort -n | awk '{ a[NR] = $1 } END { if (NR) print a[int(NR * 0.95 + 0.999)]; else print "null" }'; }

# Runs a verb: {"wall_ms", "cpu_s", "peak_mib"}, medians. CPU and peak are those that it had when it was last seen.
verb() {
  : >"$work/wall" && : >"$work/cpu" && : >"$work/peak"
  for _ in $(seq "$rounds"); do
    local begin end=0 peak=0 used=0 seen
    begin=$(millis)
    "${program[@]}" "$@" >/dev/null 2>"$work/err" &
    local pid=$!
    while seen=$(kib "$pid" VmHWM) && [ -n "$seen" ]; do
      peak=$seen
      used=$(cpu "$pid" 2>/dev/null || echo "$used")
      sleep 0.005
    done
    wait "$pid" || { cat "$work/err" >&2; note "failed: ${program[*]} $*"; exit 1; }
    end=$(millis)
    echo $((end - begin)) >>"$work/wall"
    echo "$used" >>"$work/cpu"
    echo $((peak / 1024)) >>"$work/peak"
  done
  jq -n --argjson wall "$(median <"$work/wall")" --argjson cpu "$(median <"$work/cpu")" --argjson peak "$(median <"$work/peak")" \
    '{wall_ms: $wall, cpu_s: $cpu, peak_mib: $peak}'
}

port=
answer() { curl -sf --max-time 30 "http://127.0.0.1:$port$1"; }
metric() { answer /q/metrics | awk -v name="$1" '$1 == name { print $2 }'; }
resident() { jq -n --argjson rss "$(kib "$server" VmRSS)" --argjson anonymous "$(kib "$server" RssAnon)" --argjson peak "$(kib "$server" VmHWM)" \
  '{resident_mib: ($rss / 1024 | floor), anonymous_mib: ($anonymous / 1024 | floor), peak_mib: ($peak / 1024 | floor)}'; }

# Starts serve on a copy of a snapshot folder; sets live (first answer) and ready (rules have settled), in ms.
serve() {
  stop
  rm -rf "$work/snapshot" "$work/audit"
  cp -r "$1" "$work/snapshot"
  shift
  port=$((20000 + RANDOM % 20000))
  local begin
  begin=$(millis)
  QUARKUS_LOG_LEVEL=WARN "${program[@]}" serve --port "$port" --snapshot "$work/snapshot" "$@" >"$work/serve.log" 2>&1 &
  server=$!
  live= ready=
  while [ -z "$ready" ]; do
    kill -0 "$server" 2>/dev/null || { cat "$work/serve.log" >&2; note "serve has ended"; exit 1; }
    [ -n "$live" ] || ! answer /q/health/live >/dev/null || live=$(($(millis) - begin))
    if answer /q/health/ready >/dev/null && [ "$(metric plumbline_settle_seconds_count)" != 0.0 ]; then
      ready=$(($(millis) - begin))
    fi
    sleep 0.005
  done
}

# Changes the state of one image again and again, each time until it is settled: ms from the change to the end of its settlement.
change() {
  local many=$1 count target images
  images=$(ls "$work"/snapshot/images*.json | head -n 1)
  : >"$work/changed"
  for _ in $(seq "$many"); do
    count=$(metric plumbline_settle_seconds_count)
    # One that a node class selects: in the examples and the region those are called golden.
    jq -c '(if type == "object" then .Images else . end) as $all
      | ([$all | to_entries[] | select(.value.Name // "" | startswith("golden-x86_64")) | .key] | last // 0) as $one
      | $all | .[$one].State |= (if . == "available" then "pending" else "available" end) | {Images: .}' "$images" >"$work/images.json"
    target=$(millis)
    mv "$work/images.json" "$images"
    while [ "$(metric plumbline_settle_seconds_count)" = "$count" ]; do
      [ $(($(millis) - target)) -lt 60000 ] || { note "no settlement within 60 s of a change"; exit 1; }
    done
    echo $(($(millis) - target)) >>"$work/changed"
  done
}

settling() { # seconds of settling, and how many, since the process started
  jq -n --argjson sum "$(metric plumbline_settle_seconds_sum)" --argjson count "$(metric plumbline_settle_seconds_count)" '{sum: $sum, count: $count}'
}

# {"live_ms", "ready_ms", "first_settle_ms", memory, changes} of serve on a folder.
serving() {
  local first before after
  trap stop EXIT # runs in a shell of its own
  serve "$1"
  first=$(settling | jq '.sum / .count * 1000 | round')
  local began
  began=$(resident)
  before=$(settling)
  change "$2"
  after=$(settling)
  jq -n --argjson live "$live" --argjson ready "$ready" --argjson first "$first" --argjson began "$began" --argjson ended "$(resident)" \
    --argjson before "$before" --argjson after "$after" --argjson median "$(median <"$work/changed")" --argjson p95 "$(p95 <"$work/changed")" \
    '{live_ms: $live, ready_ms: $ready, first_settle_ms: $first, at_start: $began, after_changes: $ended,
      change: {many: ($after.count - $before.count), settle_ms: (($after.sum - $before.sum) / ($after.count - $before.count) * 1000 * 10 | round / 10),
        written_to_settled_ms: {median: $median, p95: $p95}}}'
  stop
}

# {"ready_ms", "first_settle_ms", "seconds", memory} of serve on a folder where nothing changes: what it keeps.
keeping() {
  trap stop EXIT
  serve "$1"
  local first
  first=$(settling | jq '.sum / .count * 1000 | round')
  sleep "$quiet"
  jq -n --argjson ready "$ready" --argjson first "$first" --argjson seconds "$quiet" --argjson memory "$(resident)" \
    '{ready_ms: $ready, first_settle_ms: $first, seconds: $seconds, memory: $memory}'
  stop
}

# ms from a rule file that is written to the revision that is active.
editing() {
  trap stop EXIT
  mkdir "$work/rules"
  "${program[@]}" rules init "$work/rules" >/dev/null
  find "$work/rules" -type f ! -name 'ami-eligibility.*' -delete
  serve examples/tour --rules "$work/rules"
  : >"$work/edited"
  for i in $(seq "$edits"); do
    local was begin
    was=$(answer /api/v1/status | jq -r .rules)
    sed "s|^ \* Default .*|&|; 1a\\ * edit $i" "$work/rules/ami-eligibility.drl" | awk -v i="$i" 'NR == 2 || !/^ \* edit / || $3 == i' >"$work/edit.drl"
    begin=$(millis)
    mv "$work/edit.drl" "$work/rules/ami-eligibility.drl"
    while [ "$(answer /api/v1/status | jq -r .rules)" = "$was" ]; do
      [ $(($(millis) - begin)) -lt 120000 ] || { note "an edit is not active after 120 s"; cat "$work/serve.log" >&2; exit 1; }
    done
    echo $(($(millis) - begin)) >>"$work/edited"
  done
  jq -n --argjson median "$(median <"$work/edited")" --argjson p95 "$(p95 <"$work/edited")" --argjson memory "$(resident)" \
    '{active_ms: {median: $median, p95: $p95}, after: $memory}'
  stop
}

# The share of its life that the native program collects: of -XX:+PrintGC, which only a native program has in this form.
collecting() {
  "${program[@]}" evaluate "$1" -o json -XX:+PrintGC >"$work/gc" 2>&1 || :
  awk '/Pause|Collection|GC\(/ { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9.]+(ms|s)$/) { t = $i; unit = t ~ /ms$/ ? 1 : 1000; sub(/m?s$/, "", t); sum += t * unit; n++ } }
    END { if (n) printf "{\"collections\": %d, \"pause_ms\": %.0f}", n, sum; else print "null" }' "$work/gc"
}

size=$(stat -c %s "$(command -v "${program[0]}")")
note "evaluate examples/tour"
tour=$(verb evaluate examples/tour)
note "serve examples/tour, $changes changes"
served=$(serving examples/tour "$changes")
note "$edits edits of a rule"
edited=$(editing)
regional=null peopled=null gc=null
if [ -n "$region" ]; then
  note "evaluate and serve $region"
  regional=$(verb evaluate "$region" -o json)
  regional_serve=$(serving "$region" $((changes / 10 + 1)))
  regional_kept=$(keeping "$region")
  regional=$(jq -n --argjson evaluate "$regional" --argjson serve "$regional_serve" --argjson kept "$regional_kept" \
    '{evaluate: $evaluate, serve: $serve, quiet: $kept}')
  gc=$(collecting "$region")
fi
if [ -n "$nodes" ]; then
  note "evaluate and serve $nodes"
  peopled=$(verb evaluate "$nodes" -o json)
  peopled_kept=$(keeping "$nodes")
  peopled=$(jq -n --argjson evaluate "$peopled" --argjson kept "$peopled_kept" '{evaluate: $evaluate, quiet: $kept}')
fi
jq -n --arg program "$1" --arg version "$("${program[@]}" version 2>/dev/null | tr '\n' ';' | tr -s ' ')" --arg load "$(cut -d' ' -f1-3 /proc/loadavg)" \
  --argjson processors "$(nproc)" --argjson size "$size" --argjson tour "$tour" --argjson served "$served" --argjson edited "$edited" \
  --argjson region "$regional" --argjson nodes "$peopled" --argjson gc "$gc" \
  '{program: $program, version: $version, processors: $processors, load: $load, binary_mib: ($size / 1048576 * 10 | round / 10),
    evaluate_tour: $tour, serve_tour: $served, edit: $edited, region: $region, region_collections: $gc, nodes: $nodes}'

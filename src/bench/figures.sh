#!/usr/bin/env bash
# Runs one bench at several commits, one after the other, and prints their figures side by side as Markdown (docs/figures.md).
#
#   src/bench/figures.sh EXTENT COMMIT...
#
# EXTENT is that of ./mvnw -Pbench test -Dbench.extent=EXTENT (docs/performance.md), and COMMIT whatever git calls one. Each commit is
# built in a work tree of its own, below a temporary folder, which is gone afterwards: some three minutes, and the bench. A figure that a
# commit does not have is –. Times are medians in milliseconds. Let nothing else run on the machine.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2; exit 2; }
extent=$1
shift
cd "$(dirname "$0")/../.."
for tool in git jq; do
  command -v "$tool" >/dev/null || { echo "figures.sh: $tool is not installed. Try: apt-get install $tool" >&2; exit 2; }
done
for commit in "$@"; do
  git rev-parse --quiet --verify "$commit^{commit}" >/dev/null || { echo "figures.sh: there is no commit $commit" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'git worktree remove --force "$work/tree" 2>/dev/null || :; rm -rf "$work"; git worktree prune' EXIT
number=0
for commit in "$@"; do
  number=$((number + 1))
  echo "figures.sh: $(git log -1 --format='%h %s' "$commit")" >&2
  git worktree add --quiet --detach "$work/tree" "$commit"
  (cd "$work/tree" && ./mvnw -q -ntp -Pbench test "-Dbench.extent=$extent" >"$work/log" 2>&1) ||
    { tail -20 "$work/log" >&2; echo "figures.sh: the bench failed at $commit" >&2; exit 1; }
  figures=$work/tree/target/bench-$extent.json
  [ -f "$figures" ] || { echo "figures.sh: $commit has no bench $extent that writes JSON. Try: pools" >&2; exit 2; }
  cp "$figures" "$work/$(printf %03d "$number").json"
  git worktree remove --force "$work/tree"
done

jq -rs '
  def figure: if . == null then "–" else "\(.median)" end;
  # A row that begins with … goes on with the one before it.
  def named: reduce .rows[] as $row ({rows: []};
      (if $row.measured | startswith("…") then .head + " " + $row.measured else $row.measured end) as $name
      | .head = (if $row.measured | startswith("…") then .head else $row.measured end)
      | .rows += [$row + {measured: $name}]) | .rows;
  . as $runs
  | [$runs[] | named] as $rows
  | ($rows | map(.[].measured) | reduce .[] as $each ([]; if index([$each]) then . else . + [$each] end)) as $all
  | "| measured | " + ($runs | map("`\(.commit[0:8])` \(.committed[0:10])") | join(" | ")) + " |",
    "|---|" + ($runs | map("---|") | join("")),
    ($all[] as $what
      | "| \($what) | " + ([$rows[] | [.[] | select(.measured == $what)][0] | figure] | join(" | ")) + " |")
' "$work"/*.json

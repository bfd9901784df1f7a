#!/bin/sh
# Checks this bundle with jq, sha256sum and openssl alone: that the checkpoint is signed, that every
# entry is in the log of that checkpoint, that what is told of facts, conclusions and rules is what
# those entries say, and that every file, the page too, is as it was made. Exit code 0 when all of it
# holds, 1 when something does not, 3 when all but the page (index.html, answer.json) is proved.
#
#   sh verify.sh [PUBLIC-KEY.pem [SHA256-OF-SHA256SUMS]]
#
# Give the public key that you have from elsewhere: the one in here proves nothing by itself. Give the
# digest that `plumbline audit bundle` printed where the bundle is not signed (no SHA256SUMS.note).
set -eu
key=${1:-public-key.pem}
expected=${2:-}
case $key in
  /* | public-key.pem) ;;
  *) key=$PWD/$key ;;
esac
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() { echo "NOT VALID: $1" >&2; exit 1; }
signed() { # a note, by the key
  sed '/^$/,$d' "$1" > "$tmp/text"
  sed -n '/^$/,$p' "$1" | sed -n '2p' | sed 's/.* //' | openssl base64 -d -A | tail -c 64 > "$tmp/signature"
  openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$tmp/text" -sigfile "$tmp/signature" \
    > /dev/null 2>&1
}
leaf() { { printf '\000'; cat "$1"; } | openssl dgst -sha256 -binary; }
node() { { printf '\001'; cat "$1" "$2"; } | openssl dgst -sha256 -binary; }

# 1. Every file is as it was made, and none is more or less.
sha256sum --check --strict --quiet SHA256SUMS || fail "a file is not what SHA256SUMS says"
listed=$(grep -c '^[0-9a-f]\{64\}  ' SHA256SUMS)
there=$(find . -type f ! -path ./SHA256SUMS ! -path ./SHA256SUMS.note | wc -l)
[ "$listed" -eq "$there" ] || fail "$there files are there, $listed are listed"

# 2. The checkpoint is signed by the key.
signed checkpoint || fail "the checkpoint is not signed by $key"
origin=$(sed -n 1p checkpoint)
size=$(sed -n 2p checkpoint)
sed -n 3p checkpoint | openssl base64 -d -A > "$tmp/root"

# 3. Every entry is a leaf of the tree of the checkpoint (RFC 6962, 2.1.1).
count=0
for entry in entries/*.json; do
  name=$(basename "$entry" .json)
  proof=proofs/$name.json
  [ "$(jq -r .sequence "$entry")" = "$name" ] || fail "$entry is another entry"
  [ "$(jq -r .leafIndex "$proof")" = "$name" ] || fail "$proof is of another entry"
  [ "$(jq -r .treeSize "$proof")" = "$size" ] || fail "$proof is of another checkpoint"
  leaf "$entry" > "$tmp/hash"
  index=$name
  last=$((size - 1))
  for hash in $(jq -r '.hashes[]' "$proof"); do
    [ "$last" -gt 0 ] || fail "$proof is too long"
    printf '%s' "$hash" | openssl base64 -d -A > "$tmp/other"
    if [ $((index % 2)) -eq 1 ] || [ "$index" -eq "$last" ]; then
      node "$tmp/other" "$tmp/hash" > "$tmp/next"
      while [ $((index % 2)) -eq 0 ] && [ "$index" -ne 0 ]; do
        index=$((index / 2)); last=$((last / 2))
      done
    else
      node "$tmp/hash" "$tmp/other" > "$tmp/next"
    fi
    mv "$tmp/next" "$tmp/hash"
    index=$((index / 2)); last=$((last / 2))
  done
  [ "$last" -eq 0 ] || fail "$proof is too short"
  cmp -s "$tmp/hash" "$tmp/root" || fail "$entry is not in the log of the checkpoint"
  count=$((count + 1))
done

# 4. What entries name by digest is what is here.
for object in objects/*; do
  [ -e "$object" ] || continue
  digest=$(sha256sum "$object" | cut -d' ' -f1)
  [ "$(basename "$object")" = "$digest" ] || fail "$object is not what its name says"
  grep -q "sha256:$digest" entries/*.json || fail "no entry names $object"
done
jq -r 'select(.kind == "rules") | .body.files | to_entries[] | "\(.value)  \(.key)"' \
  entries/*.json > "$tmp/texts"
rules=0
for file in rules/*; do
  [ -e "$file" ] || continue
  digest=$(sha256sum "$file" | cut -d' ' -f1)
  grep -qxF "sha256:$digest  ${file#rules/}" "$tmp/texts" \
    || fail "$file is not the text that the log names"
  rules=$((rules + 1))
done

# 5. The facts and conclusions that answers rest on stand where they are said to.
for file in $(jq -r '[.[].file] | unique | .[]' evidence.json); do
  jq -n -e --slurpfile document "$file" --slurpfile evidence evidence.json --arg file "$file" '
    ([$document[] | .. | objects | tojson | {key: ., value: true}] | from_entries) as $there
    | all($evidence[0][] | select(.file == $file); $there[.value | tojson])' > /dev/null \
    || fail "$file does not tell what evidence.json says"
done

# 6. The page and the answers are a reading of the entries, which no entry proves: who made them must be known.
sums=$(sha256sum SHA256SUMS | cut -d' ' -f1)
page=unknown
if [ -e SHA256SUMS.note ]; then
  signed SHA256SUMS.note || fail "SHA256SUMS.note is not signed by $key"
  printf '%s\nbundle sha256:%s\n' "$origin" "$sums" | cmp -s - "$tmp/text" \
    || fail "SHA256SUMS.note is of another bundle: a file of this one, such as index.html, was altered"
  page="signed with the key of the log"
fi
if [ -n "$expected" ]; then
  [ "$expected" = "$sums" ] || fail "SHA256SUMS is not the one with this digest: a file was altered"
  page="of the digest given"
fi
what="$count entries of $origin, under its signed checkpoint of $size entries; $rules rule files"
if [ "$page" = unknown ]; then
  echo "VALID WITHOUT THE PAGE: $what"
  echo "NOT VERIFIED: index.html and answer.json. Nobody has signed them: rely on entries/ and evidence.json,"
  echo "or give the digest that plumbline audit bundle printed: sh verify.sh $key SHA256-OF-SHA256SUMS"
  exit 3
fi
echo "VALID: $what; the page is $page"

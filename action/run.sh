#!/usr/bin/env bash
#
# Runs the conformance vectors as the action's inputs say, and puts the report
# into the summary of the job. Exits as "whsec conformance run" does.

set -euo pipefail

# lines reads the lines of $1 that are not blank into the array named $2.
lines() {
  local -n into=$2
  local line
  into=()
  while IFS= read -r line; do
    line=${line%$'\r'}
    [[ -z ${line//[[:space:]]/} ]] || into+=("$line")
  done <<<"$1"
}

lines "${INPUT_ADAPTER-}" adapter
lines "${INPUT_PROFILE-}" profiles
lines "${INPUT_FILTER-}" filters
if ((${#adapter[@]} == 0)); then
  echo "::error::the input adapter is empty: give the command that starts one, an argument a line"
  exit 2
fi

reports=$RUNNER_TEMP/whsec-conformance
mkdir -p "$reports"
flags=(
  --report "jsonl=$reports/record.jsonl"
  --report "junit=$reports/junit.xml"
  --report "markdown=$reports/summary.md"
)
for profile in "${profiles[@]}"; do flags+=(--profile "$profile"); done
for filter in "${filters[@]}"; do flags+=(--filter "$filter"); done
[[ -z ${INPUT_XFAIL-} ]] || flags+=(--xfail "$INPUT_XFAIL")
[[ ${INPUT_STRICT_REASONS-} != true ]] || flags+=(--strict-reasons)

status=0
"${WHSEC:-whsec}" conformance run "${flags[@]}" -- "${adapter[@]}" || status=$?

if [[ -s $reports/summary.md ]]; then
  cat "$reports/summary.md" >>"$GITHUB_STEP_SUMMARY"
fi
{
  echo "record=$reports/record.jsonl"
  echo "junit=$reports/junit.xml"
} >>"$GITHUB_OUTPUT"
if ((status == 3)); then
  echo "::error::the adapter did not start or broke the protocol; try it with: whsec conformance check"
fi
exit "$status"

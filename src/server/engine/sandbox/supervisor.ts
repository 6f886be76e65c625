/**
 * The first program inside a sandbox, in portable shell because it has to start in a millisecond. It lays out the
 * files, runs the program under its limits, ends whatever the program left running, and sends output/ out.
 * What the shell can do itself costs no process: limits, and the one file of an inline program.
 * Descriptors: 6 brings a line and then the archive of files, if there is one; 7 takes the report.
 * It waits for that line because the tie to the service's life is made late in the start: had the service died before,
 * nobody would ever end this sandbox. Whoever answers "started" is alive after the tie was made.
 * The command comes quoted in a variable: arguments would show in the host's process list. No other variable is
 * set before the program runs, since one of that name may be part of the program's environment.
 */
export const supervisorScript = `
fail() { echo "$1" >&2; exit 125; }
echo started >&7
read -r CASELOAD_GO <&6 || exit 125
if [ -n "$CASELOAD_ARCHIVE" ]; then
  tar -xf - --no-same-owner <&6 || fail 'the files could not be unpacked'
elif [ -n "$CASELOAD_PATH" ]; then
  printf %s "$CASELOAD_TEXT" >"$CASELOAD_PATH" || fail 'the program could not be written'
fi
exec 6<&-
echo ready >&7
(
  exec 7>&-
  eval "$CASELOAD_LIMITS" || exit 125
  eval "set -- $CASELOAD_STEP"
  unset CASELOAD_STEP CASELOAD_LIMITS CASELOAD_ARCHIVE CASELOAD_PATH CASELOAD_TEXT CASELOAD_GO
  exec "$@"
)
code=$?
kill -9 -1 2>/dev/null
echo "exit $code" >&7
set -- output/* output/.[!.]* output/..?*
for entry do
  if [ -e "$entry" ] || [ -L "$entry" ]; then
    tar -cf - --format=gnu output >&7 2>/dev/null
    exit 0
  fi
done
exit 0
`;

/** One word for the shell, whatever it contains. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

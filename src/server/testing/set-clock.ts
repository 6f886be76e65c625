/**
 * A whole test run at another moment, by Debian's `faketime` (https://github.com/wolfcw/libfaketime): every process of the run, PostgreSQL included,
 * reads a clock that is set forward by the same distance and then runs as usual. What measures how long something takes is left as it is.
 */

/** The command line that runs `command` as if it were `moment`, written as `2028-02-28T23:59:20Z`. */
export function commandAt(moment: string, command: readonly string[]): string[] {
  const seconds = Math.round((Date.parse(moment) - Date.now()) / 1000);
  // PostgreSQL runs under an account of its own: it may read what the processes share.
  const shared =
    'for name in $FAKETIME_SHARED; do chmod 666 /dev/shm/$(basename $name | sed s/^faketime_sem/sem.faketime_sem/); done; exec "$@"';
  return ["faketime", "--exclude-monotonic", "-f", `${seconds < 0 ? "" : "+"}${seconds}s`, "sh", "-c", shared, "sh", ...command];
}

/** The variables of the set clock, for a process that inherits none of ours. */
export function clockVariables(): Record<string, string> {
  const names = ["LD_PRELOAD", "FAKETIME", "FAKETIME_SHARED", "DONT_FAKE_MONOTONIC", "FAKETIME_DONT_FAKE_MONOTONIC"];
  return Object.fromEntries(names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

import { readdirSync, readFileSync } from "node:fs";

/** The CPU time in ms that processes have used so far, and those that they started and that live, or have ended. */
export function cpuOf(...pids: readonly number[]): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) if (/^\d+$/.test(name)) parents.set(Number(name), parentOf(Number(name)));
  const below = (pid: number): number[] => [pid, ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child))];
  return pids.flatMap(below).reduce((sum, pid) => sum + ownMs(pid) + endedMs(pid), 0);
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1]);
}

/** Of each thread the nanoseconds that it ran. */
function ownMs(pid: number): number {
  const threads = ifThere(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const ran = threads.map((thread) =>
    Number(ifThere(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8"))?.split(" ")[0] ?? 0),
  );
  return ran.reduce((sum, ns) => sum + ns / 1e6, 0);
}

/** Of children that have ended, in ticks of 10 ms. */
function endedMs(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[13] ?? 0) + Number(stat[14] ?? 0)) * 10;
}

/** From the state on: the name before it may have spaces. */
function statOf(pid: number): string[] {
  return (
    ifThere(() => readFileSync(`/proc/${pid}/stat`, "utf8"))
      ?.split(") ")
      .at(-1)
      ?.split(" ") ?? []
  );
}

/** Nothing of a process that ended meanwhile. */
function ifThere<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

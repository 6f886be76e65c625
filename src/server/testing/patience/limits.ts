import { relative } from "node:path";
import fc from "fast-check";
import { aroundAll, aroundEach, expect } from "vitest";
import { keepFailure, wordsOf } from "#server/testing/landing/evidence.ts";
import { lastLogLines } from "#server/testing/log-lines.ts";
import { beginRandom, seed } from "#server/testing/seed.ts";
import { patienceMs } from "./comes.ts";
import { machineTime } from "./machine-time.ts";
import { lastMoved, pendingRequests } from "./pending.ts";

// For every file of tests: limits in the machine's time instead of the clock's, and evidence of what fails.

/** So long nothing may move: no request sent or answered, no test begun, no work done by this process. */
const stillMs = 60_000;
/** What goes on forever is not still. Proofs may. */
const longestMs = process.env.LONG ? Number.POSITIVE_INFINITY : 900_000;
/** The part of the machine's time that a process at work uses at least. */
const atWork = 0.2;
const lookMs = 1_000;

const patient = Symbol.for("patient poll");
const root = process.cwd();
const timers = { setInterval, clearInterval };

fc.configureGlobal({ seed });

/** Tests under way: while there are any, their own limits count and not that of the file. */
let running = 0;

makePatient(expect);
aroundEach(async (runTest, { task, onTestFailed, expect: own }) => {
  makePatient(own);
  beginRandom(task.fullTestName);
  onTestFailed(() => keep(relative(root, task.file.filepath), task.fullTestName, task.result?.errors));
  running++;
  try {
    await inTime(runTest, task.name, () => false);
  } finally {
    running--;
  }
}, 0);
// What is left are the hooks of the file.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the fixtures off the pattern
aroundAll(async (runSuite, {}, suite) => inTime(runSuite, suite.name, () => running > 0), 0);

/** Fails with what is waited for when that comes to a stop. The time counts from when it was last `excused`. */
async function inTime(work: () => Promise<void>, name: string, excused: () => boolean): Promise<void> {
  let began = machineTime.now();
  let moved = began;
  let last = { at: began, cpu: process.cpuUsage() };
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_, reject) => {
    timer = timers.setInterval(() => {
      const at = machineTime.now();
      if (excused()) began = moved = at;
      const { user, system } = process.cpuUsage(last.cpu);
      if ((user + system) / 1000 > atWork * (at - last.at)) moved = at;
      last = { at, cpu: process.cpuUsage() };
      moved = Math.max(moved, lastMoved());
      const still = at - moved > stillMs;
      if (!still && at - began < longestMs) return;
      const waits = pendingRequests().slice(0, 5).join("; ") || "no request";
      const what = still ? "nothing moved" : "it was still going on";
      reject(new Error(`${name}: ${what} after ${seconds(at - (still ? moved : began))} s of the machine's time. It waits for: ${waits}`));
    }, lookMs);
  });
  try {
    await Promise.race([work(), stopped]);
  } finally {
    timers.clearInterval(timer);
  }
}

const seconds = (ms: number) => Math.round(ms / 1000);

/** `expect.poll` counts by the clock: so much more of it as the machine is slower at that moment. */
function makePatient(own: typeof expect): void {
  const poll = own.poll as typeof expect.poll & { [patient]?: true };
  if (poll[patient]) return;
  const slowly = ((look, options = {}) =>
    poll(look, { ...options, timeout: (options.timeout ?? patienceMs) * machineTime.slowness() })) as typeof expect.poll;
  own.poll = Object.assign(slowly, { [patient]: true as const });
}

function keep(file: string, name: string, errors: Parameters<typeof wordsOf>[0] = []): void {
  keepFailure({ step: "service", file, name, error: wordsOf(errors) }, { "service.log": lastLogLines() });
}

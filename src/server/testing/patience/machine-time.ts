import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

/** How busy a machine is. */
export interface MachineLoad {
  readonly cores: number;
  /** Threads that run or could run, also those of other programs. */
  readonly ready: number;
  /** The part of its time that the machine's own host gave to others: 0 to 1. */
  readonly stolen: number;
}

// As they were before a test sets a clock of its own.
const now = performance.now.bind(performance);
const every = setInterval;

const sampleMs = 250;
/** How much of the past counts for {@link slowness}: about this long. */
const memoryMs = 3_000;

/** The part of a core that a thread gets while it could run: 1 on a quiet machine, a fifth where ten threads share two cores. */
export function shareOf({ cores, ready, stolen }: MachineLoad): number {
  return Math.min(1, cores / Math.max(1, ready)) * (1 - stolen);
}

/**
 * Time that stands still to the extent that the machine is busy with other things: what takes 10 s of it on a quiet machine takes 10 s of it on a
 * busy one too, and perhaps a minute of the wall clock. Limits of tests are in this time. Linux says what it needs at each moment; elsewhere the
 * load of the last minute takes its place.
 */
class MachineTime {
  #given = 0;
  #at = now();
  #share = 1;
  #recent = 1;
  #jiffies = stolenOf();

  constructor() {
    every(() => this.#sample(), sampleMs).unref();
  }

  /** Milliseconds since the start of this process. */
  now(): number {
    return this.#given + (now() - this.#at) * this.#share;
  }

  /** By how much everything takes longer at the moment than on a quiet machine: 1 or more. */
  slowness(): number {
    return 1 / this.#recent;
  }

  /** The load of the last moment, for what is kept of a failure. */
  load(): MachineLoad {
    return { ...readyNow(), stolen: this.#jiffies.part };
  }

  #sample(): void {
    const at = now();
    const took = at - this.#at;
    this.#jiffies = stolenOf(this.#jiffies);
    this.#share = Math.max(least, shareOf({ ...readyNow(), stolen: this.#jiffies.part }));
    this.#given += took * this.#share;
    this.#recent += (this.#share - this.#recent) * Math.min(1, took / memoryMs);
    this.#at = at;
  }
}

/** Threads that wait for each other are ready too, so that a crowded machine looks slower than it is: limits grow to ten times theirs at most. */
const least = 0.1;

/** The one clock of this process. */
export const machineTime = new MachineTime();

function readyNow(): Omit<MachineLoad, "stolen"> {
  const cores = availableParallelism();
  // "0.20 0.18 0.12 3/245 1890": the fourth field counts the threads that are ready, this one included.
  const ready = /\s(\d+)\/\d+\s/.exec(read("/proc/loadavg"))?.[1];
  return { cores, ready: ready === undefined ? (loadavg()[0] ?? 0) : Number(ready) };
}

interface Jiffies {
  readonly all: number;
  readonly stolen: number;
  /** Of the time since the last look. */
  readonly part: number;
}

/** From the first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
function stolenOf(before?: Jiffies): Jiffies {
  const [, ...fields] = (/^cpu .*$/m.exec(read("/proc/stat"))?.[0] ?? "").split(/\s+/).map(Number);
  const all = fields.slice(0, 8).reduce((sum, field) => sum + field, 0);
  const stolen = fields[7] ?? 0;
  const passed = all - (before?.all ?? all);
  if (before && passed < 10) return before;
  return { all, stolen, part: passed > 0 ? (stolen - (before?.stolen ?? stolen)) / passed : 0 };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

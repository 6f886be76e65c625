import type { CaptureMessage, TextPlaces } from "#contract/clarity/capture.ts";
import type { CaptureFormat } from "#contract/clarity/captures.ts";
import type { EvidenceLocator } from "#contract/clarity/step-source.ts";
import type { Issue } from "#contract/errors.ts";
import type { StoredFinding } from "#server/clarity/processes/processes.table.ts";
import { inChild } from "#server/platform/work/in-child.ts";

/** A capture as it is stored, with the units that it is cut into. */
export interface ReadCapture {
  readonly transcript: CaptureMessage[] | null;
  readonly videoTranscript: string | null;
  readonly places: TextPlaces | null;
  readonly units: readonly Unit[];
  /** Of a process map: what no step can hold. */
  readonly findings?: StoredFinding[];
}

export interface Unit {
  readonly locator: EvidenceLocator;
  readonly text: string;
  readonly person: string | null;
}

/** Why a file is not taken, as a sentence for whoever sent it, and where in it that is. */
export class CaptureUnreadable extends Error {
  readonly issues: Issue[] | undefined;

  constructor(message: string, issues?: Issue[]) {
    super(message);
    this.issues = issues;
  }
}

/** What the process that reads is told. */
export interface SentBytes {
  readonly format: CaptureFormat;
  readonly bytes: Uint8Array;
}
export type Outcome = { readonly read: ReadCapture } | { readonly unreadable: string };

const limits = { cpuSeconds: 20, heapMb: 256, buffersMb: 256 };
const mostAtOnce = 2;

/** Who waits for a turn, by whose file it is. */
const waiting = new Map<string, (() => void)[]>();
let running = 0;

/** A file that somebody sent. */
interface SentFile {
  readonly format: CaptureFormat;
  /** Whose turn it takes: teams take turns, so that many files of one do not hold up the others. */
  readonly team: string;
  /** Asked when it is its turn: files that wait are not in memory. */
  readonly bytes: () => Promise<Uint8Array>;
}

/** Reads a file in a process of its own, which has so much memory and so long. Few are read at once. Throws {@link CaptureUnreadable}. */
export function readCapture({ format, team, bytes }: SentFile): Promise<ReadCapture> {
  return inTurn(team, async () => inProcess(format, await bytes()));
}

/** Does this when it is the team's turn. */
export async function inTurn<T>(team: string, work: () => Promise<T>): Promise<T> {
  if (running >= mostAtOnce) await turnOf(team);
  else running++;
  try {
    return await work();
  } finally {
    giveTurn();
  }
}

function turnOf(team: string): Promise<void> {
  return new Promise((resolve) => {
    const queue = waiting.get(team) ?? [];
    queue.push(resolve);
    waiting.set(team, queue);
  });
}

/** To the first in the queue of the team that had none for the longest time. */
function giveTurn(): void {
  const [first] = waiting;
  if (!first) return void running--;
  const [team, [next, ...others]] = first;
  waiting.delete(team);
  if (others.length > 0) waiting.set(team, others);
  next?.();
}

async function inProcess(format: CaptureFormat, bytes: Uint8Array): Promise<ReadCapture> {
  const outcome = await inChild<Outcome>(new URL("./read-file.ts", import.meta.url), { format, bytes } satisfies SentBytes, limits);
  if (!outcome) throw new CaptureUnreadable("Reading this file takes too long or too much memory. Use a smaller one.");
  if ("unreadable" in outcome) throw new CaptureUnreadable(outcome.unreadable);
  return outcome.read;
}

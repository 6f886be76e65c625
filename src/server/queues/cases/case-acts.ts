import type { CaseStatus } from "#contract/queues/case.ts";
import type { JobAct } from "#contract/queues/case-jobs.ts";
import { type HeldCases, type Interrupts, stopRuns } from "./case-owners.ts";
import type { CaseMove } from "./case-state.ts";

/** The hand that changes cases: in a request, or in a job. */
export interface Hand extends Interrupts {
  readonly userId: string | null;
}

export interface Acted {
  /** The cases that it meant something to. */
  readonly done: readonly string[];
  readonly interruptedRunIds: string[];
}

/** One thing that is done to many cases, whoever asks for it. */
export interface CaseAction<Act extends JobAct> {
  readonly kind: Act["kind"];
  /** Does it to cases that the caller holds. Returns those that it meant something to. */
  change(hand: Hand, ids: readonly string[], act: Act): Promise<readonly string[]>;
  /** What the runs are told that worked on them and are interrupted, or how they part from them. */
  readonly owners: string | ((hand: Hand, owners: HeldCases["owners"]) => Promise<string[]>);
}

export const moveTo: Record<CaseStatus, CaseMove> = { pending: "reopen", completed: "close", failed: "give_up", canceled: "cancel" };

/** Does one thing to many cases that the caller holds, and interrupts what works on them. */
export async function doTo<Act extends JobAct>(hand: Hand, held: HeldCases, { change, owners }: CaseAction<Act>, act: Act): Promise<Acted> {
  const done = await change(
    hand,
    held.cases.map((one) => one.id),
    act,
  );
  const theirs = ownersOf(held, done);
  return { done, interruptedRunIds: typeof owners === "string" ? await stopRuns(hand, theirs, owners) : await owners(hand, theirs) };
}

function ownersOf({ cases, owners }: HeldCases, done: readonly string[]): HeldCases["owners"] {
  const changed = new Set(done);
  const runs = new Set(cases.filter((one) => changed.has(one.id)).map((one) => one.run_id));
  return owners.filter((run) => runs.has(run.id));
}

import type * as contract from "#contract/clarity/achieved.ts";
import { type AchievedStep, type ClarityAchieved, maxShownFailures } from "#contract/clarity/achieved.ts";
import { lanesOf, modesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { findProposal } from "#server/clarity/automation/automations.store.ts";
import { requireProcess } from "#server/clarity/processes/require-process.ts";
import { currentFigures } from "#server/clarity/promise/promises.store.ts";
import type { Db } from "#server/platform/db/open.ts";
import { inSnapshot } from "#server/platform/db/snapshot.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { casesAWeekOf, minutesOf, successOf } from "./achieved-figures.ts";
import { listMeasuredCases, type Measured, type MeasuredCase } from "./cases.store.ts";
import { lastSteps, readFailures } from "./failures.store.ts";
import { findHandover } from "./handovers.store.ts";
import { captureTimes, newestEvidence } from "./evidence-age.ts";
import { listStepFigures } from "./steps.store.ts";

export const clarityAchievedHandlers: Handlers<typeof contract> = {
  async getClarityAchieved({ params, query: { revision, timezone = "UTC" } }, context) {
    const process = await requireProcess(context, params.process_id);
    const asked = { processId: process.id, zone: timezone, onlyLive: revision === "live", now: context.clock().toISOString() };
    return inSnapshot(context.db, (at) => readAchieved(at, asked));
  },
};

interface Asked {
  readonly processId: string;
  readonly zone: string;
  readonly onlyLive: boolean;
  readonly now: string;
}

async function readAchieved(db: Db, { processId, zone, onlyLive, now }: Asked): Promise<ClarityAchieved> {
  const handover = await findHandover(db, processId);
  const since = onlyLive ? (handover?.live?.live_at ?? null) : (handover?.since ?? null);
  const measured: Measured | undefined =
    handover?.since && since
      ? { agentId: handover.agent.id, since: later(since, handover.since), buildId: onlyLive ? handover.live?.build_id : undefined }
      : undefined;
  const { cases, truncated } = measured ? await listMeasuredCases(db, measured) : { cases: [], truncated: false };
  const current = await currentFigures(db, processId);
  const promised = (figure: keyof typeof current) => (current[figure]?.confirmed_at ? current[figure].value : undefined);
  const calendar = { since: measured?.since ?? now, now, zone };
  const failed = cases.filter(({ succeeded }) => succeeded === false).toSorted((a, b) => ((a.ended ?? "") < (b.ended ?? "") ? 1 : -1));
  const at = await lastSteps(
    db,
    failed.flatMap(({ run_id, gave_up }) => (gave_up ? run_id : [])),
  );
  const times = await captureTimes(db, processId);
  const evidence_at = [...times.values()].toSorted().at(-1) ?? null;
  const known = (handover && (await findProposal(db, handover.proposalId))?.steps) ?? [];
  const shown = await readFailures(
    db,
    failed.slice(0, maxShownFailures).map(({ run_id }) => run_id),
  );
  return {
    state: !handover ? "not_handed_over" : handover.since ? "live" : "handed_over",
    agent: handover?.agent ?? null,
    revision: handover?.live ?? null,
    since: measured?.since ?? null,
    measured_at: now,
    runs: cases.reduce((all, { runs }) => all + runs, 0),
    cases: cases.length,
    of_cases: cases.some(({ of_case }) => of_case),
    undecided: cases.filter(({ succeeded }) => succeeded === null).length,
    truncated,
    success: successOf(cases, promised("success")),
    minutes: minutesOf(cases, promised("minutes_a_case")),
    weeks: casesAWeekOf(cases, promised("cases_a_week"), calendar),
    failed: failed.length,
    failures: shown.map((one) => ({ ...one, step_id: at.get(one.run_id) ?? null })),
    steps: measured ? await stepsOf(db, measured, { known, failed, at, times }) : [],
    evidence_at,
    failed_since: failedAfter(failed, evidence_at),
  };
}

const later = (a: string, b: string) => (a > b ? a : b);

function failedAfter(failed: readonly MeasuredCase[], evidence: string | null): number {
  return evidence === null ? 0 : failed.filter(({ last }) => last > evidence).length;
}

interface Known {
  readonly known: readonly Step[];
  readonly failed: readonly MeasuredCase[];
  /** The steps at which runs failed. */
  readonly at: ReadonlyMap<string, string>;
  readonly times: ReadonlyMap<string, string>;
}

/** What runs did at each step, in the order of the steps. */
async function stepsOf(db: Db, measured: Measured, { known, failed, at, times }: Known): Promise<AchievedStep[]> {
  const figures = await listStepFigures(db, measured);
  const [modes, lanes] = [modesOf(known), lanesOf(known)];
  const all = figures.map(({ step_id, ...rest }) => {
    const place = known.findIndex(({ id }) => id === step_id);
    const step = known[place];
    const there = failed.filter(({ run_id }) => at.get(run_id) === step_id);
    const evidence_at = step ? newestEvidence(step, times) : null;
    return {
      ...rest,
      step_id,
      number: place + 1,
      title: step?.title ?? step_id,
      mode: modes.get(step_id) ?? null,
      role: lanes.get(step_id) ?? null,
      failed: there.length,
      evidence_at,
      failed_since: failedAfter(there, evidence_at),
    };
  });
  // What the proposal does not have comes last.
  return all.toSorted((a, b) => (a.number || Infinity) - (b.number || Infinity) || (a.step_id < b.step_id ? -1 : 1));
}

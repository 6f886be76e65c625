import type { ClarityAutomation } from "#contract/clarity/automation.ts";
import type { HandoverCheck } from "#contract/clarity/handover/handover-check.ts";
import { maxPeople } from "#contract/clarity/people.ts";
import { maxProblems, type PreflightProblem } from "#contract/agents/preflight.ts";
import { problemsOf } from "#server/agents/preflight/preflight.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import { listQueuesOfRevision } from "#server/agents/slots/slots.store.ts";
import { askedBy, listOpenRequests } from "#server/clarity/extra-captures/requests.store.ts";
import { listPeople } from "#server/clarity/landscape/people.store.ts";
import type { SnapshotRecord } from "#server/clarity/snapshots/snapshots.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import { handoverChecks } from "./handover-checks.ts";
import { waysIn } from "./ways-in.ts";

/** What the agent of a process still lacks for the steps of a proposal. */
export async function checksOf(
  { db, team, caller }: Pick<PartsContext, "db" | "team" | "caller">,
  { process_id, data: { steps } }: SnapshotRecord,
  automation: ClarityAutomation | undefined,
): Promise<HandoverCheck[]> {
  const buildId = automation?.build_id;
  return handoverChecks({
    steps,
    ways: await waysIn(db, { teamId: team.id, userId: caller.userId, buildId }),
    requests: askedBy(steps, await listOpenRequests(db, process_id)),
    people: (await listPeople(db, [process_id], maxPeople)).map(({ person }) => person),
    queues: buildId === undefined ? undefined : await listQueuesOfRevision(db, buildId),
  });
}

/** What would make runs of the draft fail. While a model writes it, nothing is known yet. */
export async function draftProblems(context: PartsContext, automation: ClarityAutomation | undefined): Promise<PreflightProblem[]> {
  if (!automation || automation.decision !== "accepted") return [];
  const build = await findRevision(context.db, automation.build_id);
  return build ? (await problemsOf(context, build)).slice(0, maxProblems) : [];
}

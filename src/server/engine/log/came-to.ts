import { type SQL, sql } from "drizzle-orm";
import type { FailureCode } from "#contract/runs/failures.ts";
import { type Actor, recorded } from "#server/platform/events/record.ts";

/** For `writeHeld`: writes down what the runs have come to. `actor`: who brought them to it, where it was not they themselves. */
export function cameTo(type: "run.waiting" | "run.completed" | "run.interrupted", actor?: Actor): SQL {
  return recorded(sql`written w`, { ...ofRun(actor), type, data: { agent_id: sql`w.agent_id` } });
}

/** As {@link cameTo}, for a run that failed. */
export function cameToFail(code: FailureCode | null): SQL {
  return recorded(sql`written w`, { ...ofRun(), type: "run.failed", data: { agent_id: sql`w.agent_id`, code: sql`${code}::text` } });
}

function ofRun(actor?: Actor) {
  const [team, subject] = [sql`w.team_id`, sql`w.id`];
  const who = actor ? { kind: actor.kind, ...("id" in actor && { id: sql`${actor.id}::uuid` }) } : { kind: "run" as const, id: sql`w.id` };
  return { team, subject, actor: who };
}

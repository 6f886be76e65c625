import { mayOpenRun } from "#contract/runs/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";

/**
 * Refuses with 403 a run of somebody else to a caller below Manager, and with 404 a run of another team: while runs follow a moved agent, what
 * led to one may be in the other team already.
 */
export function requireRun<R extends { user_id: string | null; team_id: string }>(
  context: Pick<Context, "team" | "caller">,
  run: R | undefined,
): R {
  if (run?.team_id !== context.team.id) throw refuse("not_found");
  if (!mayOpenRun(run, whoOf(context))) {
    throw refuse("forbidden", "This run belongs to somebody else. Managers and above see every run of a team.");
  }
  return run;
}

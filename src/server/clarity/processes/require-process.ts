import { maxTeamProcesses } from "#contract/clarity/processes.ts";
import { generatingStatuses } from "#contract/clarity/process.ts";
import { canBeAsked, type Owned, seesProcess } from "#contract/clarity/rights.ts";
import type { Rule } from "#contract/rights.ts";
import { wasAsked } from "#server/clarity/extra-captures/requests.store.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Context } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import type { Db } from "#server/platform/db/open.ts";
import { lockTeam } from "#server/teams/members/members.store.ts";
import { countProcesses, findProcess, lockProcess, type ProcessRecord } from "./processes.store.ts";

/** A process that the caller sees; for everybody else it does not exist. */
export async function requireProcess(context: Context, id: string): Promise<ProcessRecord> {
  return allowed(context, await findProcess(context.db, id));
}

/** The same, locked until the transaction ends. */
export async function lockedProcess(context: Context, id: string, may?: Rule<Owned>): Promise<ProcessRecord> {
  return allowed(context, await lockProcess(context.db, id), may);
}

async function allowed(context: Context, found: ProcessRecord | undefined, may?: Rule<Owned>): Promise<ProcessRecord> {
  const who = whoOf(context);
  if (!found) throw refuse("not_found");
  // Whom the access lets in below a Member.
  if (!seesProcess(found, who) && !(canBeAsked(found, who) && (await wasAsked(context.db, found.id, who.userId))))
    throw refuse("not_found");
  if (may && !may(found, who)) throw refuse("forbidden");
  return found;
}

/** Throws while a generation is under way. */
export function requireIdle({ status }: Pick<ProcessRecord, "status">): void {
  if (generatingStatuses.some((one) => one === status)) throw refuse("process_generating");
}

/** Throws where a team has as many processes as there may be. Whoever makes one waits for the others. */
export async function requireRoom(db: Db, teamId: string): Promise<void> {
  await lockTeam(db, teamId);
  if ((await countProcesses(db, teamId)) >= maxTeamProcesses)
    throw refuse(
      "too_many",
      `The team has ${maxTeamProcesses.toLocaleString("en")} processes, as many as there may be. Delete some first.`,
    );
}

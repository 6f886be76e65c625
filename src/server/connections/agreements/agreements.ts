import type * as contract from "#contract/connections/agreements.ts";
import { findAgentRecord, lockAgentOf } from "#server/agents/agents/agents.store.ts";
import { mayChangeAgent } from "#contract/agents/rights.ts";
import { whoOf } from "#server/platform/http/access.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { agree, findAgreement, listSuspended } from "./agreements.store.ts";
import { requireRevision } from "#server/connections/rights.ts";

export const agreementHandlers: Handlers<typeof contract> = {
  async getRevisionAgreement({ params }, context) {
    const { db, caller } = context;
    const build = await requireRevision(context, params);
    const { fingerprint, config, mine } = await findAgreement(db, build.id, caller.userId);
    const agent = await findAgentRecord(db, build.agent_id);
    const suspended = await listSuspended(db, [build.id]);
    const own = suspended.find((one) => one.user_id === caller.userId);
    const others = suspended.filter((one) => one !== own).map(({ revision_id: _, ...person }) => person);
    return {
      fingerprint,
      config,
      mine: mine ? { ...mine, suspended: own?.suspended ?? null } : null,
      others: agent && mayChangeAgent(agent, whoOf(context)) ? others : [],
    };
  },

  async agreeToRevision({ params, body }, context) {
    const { db, caller } = context;
    await lockAgentOf(db, params.buildId);
    const build = await requireRevision(context, params);
    const { mine } = await findAgreement(db, build.id, caller.userId);
    if (!mine) throw refuse("not_found", "You have no secret, login or connection of your own on this revision.");
    if (!(await agree(db, build.id, caller.userId, body.fingerprint))) throw refuse("agreement_outdated");
    for (const topic of ["secret", "login", "connection"] as const) context.changed(topic, "*", caller.userId);
    return { success: true };
  },
};

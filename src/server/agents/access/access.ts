import type * as contract from "#contract/agents/access.ts";
import { accessKinds } from "#contract/agents/access.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import type { PartsContext } from "#server/engine/revision-part.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
export const accessHandlers: Handlers<typeof contract, PartsContext> = {
  async getRevisionAccess({ params }, context) {
    const build = await findRevision(context.db, params.build_id);
    if (build?.agent_id !== params.agent_id) throw refuse("not_found");
    const sources = context.revisionParts.flatMap(({ reach }) => reach ?? []);
    const entries = await Promise.all(sources.map((source) => source({ build, config: build.config, context })));
    return { entries: entries.flat().toSorted((a, b) => accessKinds.indexOf(a.kind) - accessKinds.indexOf(b.kind)) };
  },
};

import type * as contract from "#contract/agents/access.ts";
import { findRevision } from "#server/agents/revisions/revisions.store.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { agents } from "./agents.ts";
import { files } from "./files.ts";
import { logins } from "./logins.ts";
import { queues } from "./queues.ts";
import { secrets } from "./secrets.ts";
import { skills } from "./skills.ts";
import type { AccessSource } from "./source.ts";
import { tools } from "./tools.ts";

/** A further kind of thing is a file beside these and a word here. */
const sources: readonly AccessSource[] = [tools, files, skills, secrets, logins, queues, agents];

export const accessHandlers: Handlers<typeof contract, EngineContext> = {
  async getRevisionAccess({ params }, context) {
    const build = await findRevision(context.db, params.build_id);
    if (build?.agent_id !== params.agent_id) throw refuse("not_found");
    const entries = await Promise.all(sources.map((source) => source({ build, config: build.config, context })));
    return { entries: entries.flat() };
  },
};

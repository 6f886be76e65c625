import { int53, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { CredentialUses } from "./credential-uses.ts";

/** An agent of the team that event triggers start, whoever made them, by what happens at a connection. */
const ConnectionListener = record("ConnectionListener", {
  agent_id: uuid,
  agent_name: z.string(),
  triggers: int53,
  /** Those of them that are not paused. */
  active: int53,
});
export type ConnectionListener = z.output<typeof ConnectionListener>;

/** What a team has a connection for: revisions that have it pinned, and agents that listen to it. Each total counts those beyond the listed ones too. */
export const ConnectionUses = record("ConnectionUses", {
  ...CredentialUses.shape,
  listeners: z.array(ConnectionListener),
  total_listeners: int53,
});

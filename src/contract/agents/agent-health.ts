import { int53, timestamp } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

/** How agents are told apart by the runs of the last 30 days that the caller may see, in the order of their list. */
export const healthGroups = ["attention", "healthy", "idle"] as const;
export type HealthGroup = (typeof healthGroups)[number];

/**
 * What is wrong with an agent, the worst first. `failing`: its last run that ended by itself failed. `fails_often`: over 3% of them did.
 * `waits`: runs wait for a person. `review`: a change waits for a decision of the caller. `no_connection`: the live revision lacks one of the
 * caller's. `not_live`: no revision is live.
 */
export const agentExceptions = ["failing", "fails_often", "waits", "review", "no_connection", "not_live"] as const;
export type AgentException = (typeof agentExceptions)[number];

export const AgentHealth = record("AgentHealth", {
  /** `idle`: no run in 30 days, and nothing waits. Of the others `attention` have an exception. */
  group: z.enum(healthGroups),
  exceptions: z.array(z.enum(agentExceptions)),
  /** Runs that wait for a person. */
  waiting: int53,
  /** Runs that failed since the last one that completed, and the first of them. */
  failed_since: timestamp.nullable(),
  failed: int53,
});
export type AgentHealth = z.output<typeof AgentHealth>;

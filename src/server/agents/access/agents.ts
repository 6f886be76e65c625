import { handoverTargetsOf } from "#server/agents/revisions.store.ts";
import type { AccessSource } from "./source.ts";

/** Agents that take over work. */
export const agents: AccessSource = async ({ build, context: { db, team } }) =>
  (await handoverTargetsOf(db, team.id, build.handover_target_ids)).map(({ id, name, live }) => ({
    kind: "agent",
    id,
    name: name ?? "Deleted agent",
    detail: live ? "takes over work" : "takes over work; has no live revision",
  }));

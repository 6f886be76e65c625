import { handoverTargetsOf } from "#server/agents/revisions/revisions.store.ts";
import type { Check } from "./check.ts";

/** Agents that work is passed to, and that cannot take it: gone, or without a live revision. */
export const handoverTargets: Check = async ({ build, context: { db, team } }) => {
  const named = [...build.handover_target_ids, ...(build.handover_to ? [build.handover_to] : []), ...build.sub_agent_ids];
  const targets = await handoverTargetsOf(db, team.id, [...new Set(named)]);
  return targets
    .filter(({ name, live }) => name === null || !live)
    .map(({ id, name }) =>
      name === null
        ? {
            code: "handover_target_deleted",
            severity: "blocks",
            message: "An agent in the handoff list was deleted. Handing work to it fails.",
            subject: { id, name: "Deleted agent" },
            fix: "edit_revision",
          }
        : {
            code: "handover_target_not_live",
            severity: "warns",
            message: `${name} has no live revision. Work handed to it does not start.`,
            subject: { id, name },
            fix: "promote_agent",
          },
    );
};

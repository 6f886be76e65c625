import { handoverTargetsOf } from "#server/agents/revisions.store.ts";
import type { Check } from "./check.ts";

/** Agents that work is handed to, and that cannot take it: gone, or without a live revision. */
export const handoverTargets: Check = async ({ build, context: { db, team } }) => {
  const targets = await handoverTargetsOf(db, team.id, build.handover_target_ids);
  return targets
    .filter(({ name, live }) => name === null || !live)
    .map(({ id, name }) =>
      name === null
        ? {
            code: "handover_target_deleted",
            severity: "blocks",
            message: "An agent that takes over work was deleted. Handing work to it fails.",
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

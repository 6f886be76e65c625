import { seesAllRuns } from "#contract/runs/rights.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { listWaiting } from "./builder-runs.store.ts";

export const waitingReviews: WaitingPart = {
  kind: "review",
  find: (db, { teamId, userId, role }) => listWaiting(db, teamId, seesAllRuns({ role }) ? null : userId, { limit: 0, offset: 0 }),
};

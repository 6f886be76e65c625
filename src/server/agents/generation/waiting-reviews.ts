import { seesAllRuns } from "#contract/runs/rights.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { waitingRuns } from "./waiting-generations.store.ts";

export const waitingReviews: WaitingPart = {
  kind: "review",
  rows: ({ teamId, userId, role }) => waitingRuns(teamId, seesAllRuns({ role }) ? null : userId),
};

import { seesAllRuns } from "#contract/runs/rights.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { requestsOf } from "./human-requests.store.ts";

export const waitingRequests: WaitingPart = {
  kind: "request",
  rows: ({ teamId, userId, role }) => requestsOf({ teamId, userId: seesAllRuns({ role }) ? null : userId, state: "pending" }),
};

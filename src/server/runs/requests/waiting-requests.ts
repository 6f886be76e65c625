import { seesAllRuns } from "#contract/runs/rights.ts";
import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { listRequests } from "./human-requests.store.ts";

export const waitingRequests: WaitingPart = {
  kind: "request",
  find: (db, { teamId, userId, role }) => {
    const asked = { teamId, who: { userId, role }, userId: seesAllRuns({ role }) ? null : userId, state: "pending" } as const;
    return listRequests(db, asked, { limit: 0, offset: 0 });
  },
};

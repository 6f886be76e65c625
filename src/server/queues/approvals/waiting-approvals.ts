import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { listApprovals } from "./case-approvals.store.ts";

export const waitingApprovals: WaitingPart = {
  kind: "approval",
  find: (db, { teamId, userId }) => listApprovals(db, { teamId, userId, all: false, state: "pending" }, { limit: 0, offset: 0 }),
};

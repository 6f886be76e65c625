import type { WaitingPart } from "#server/engine/waiting-part.ts";
import { waitingApprovalRows } from "./case-approvals.store.ts";

export const waitingApprovals: WaitingPart = { kind: "approval", rows: waitingApprovalRows };

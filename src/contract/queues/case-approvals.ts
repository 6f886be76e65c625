import { endpoint } from "#contract/endpoint.ts";
import { timestamp, uuid } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { approvalDecisions } from "./case.ts";

export const respondToCaseApprovalRequest = endpoint({
  name: "respondToCaseApprovalRequest",
  method: "POST",
  path: "/v2/case-approval-requests/{request_id}/respond",
  area: "Case Approvals",
  summary: "Decide a row of an approval batch: its named approver, or who the run acts for; the last decision lets the run go on",
  access: { kind: "team", by: "request_id:approval", role: "team:member" },
  params: z.strictObject({ request_id: uuid }),
  body: z.strictObject({ decision: z.enum(approvalDecisions) }),
  reply: z.strictObject({ id: uuid, resolved_at: timestamp, resolved_by_user_id: uuid, decision: z.enum(approvalDecisions) }),
  errors: ["forbidden", "already_answered"],
});

import { mayDecide } from "./rights.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, page, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { askedStates } from "#contract/runs/human-requests.ts";
import { z } from "#contract/zod.ts";
import { approvalDecisions, ofFormerRun } from "./case.ts";

/** A row of an approval batch, what it is about, and how it was decided. */
export const CaseApproval = record("CaseApproval", {
  id: uuid,
  prompt: z.string(),
  title: z.string(),
  created_at: timestamp,
  assignee_user_id: uuid,
  assignee_name: z.string(),
  /** Whether the caller is one of the two who may decide it: who is named, and whom the run acts for. */
  may_decide: z.boolean(),
  case_id: uuid,
  case_title: z.string(),
  queue_id: uuid,
  queue_name: z.string(),
  run_id: uuid,
  of_former_run: ofFormerRun,
  agent_id: uuid,
  agent_name: z.string(),
  /** Null while nobody has decided. */
  decision: z.enum(approvalDecisions).nullable(),
  responded_at: timestamp.nullable(),
  responded_by_name: z.string().nullable(),
});
export type CaseApproval = z.output<typeof CaseApproval>;

export const listCaseApprovalRequests = endpoint({
  name: "listCaseApprovalRequests",
  method: "GET",
  path: "/v2/teams/{teamId}/case-approval-requests",
  /** Of the cases: whatever happens to one may open or close a request. */
  area: "Cases",
  summary: "What the caller or, for Managers, anyone in the team can decide about cases, oldest first; decided ones newest first",
  access: { scope: "team", by: "teamId", role: "team:member" },
  reads: ["case", "case_approval"],
  ours: "A person named in an approval would otherwise have to look for it case by case.",
  params: z.strictObject({ teamId: idOf("team") }),
  query: z.strictObject({
    ...page(50, 100),
    state: z.enum(askedStates).default("pending"),
    whose: z.enum(["mine", "team"]).default("mine"),
    agent_id: uuid.optional(),
    queue_id: uuid.optional(),
    /** Only what was decided so. */
    decision: z.enum(approvalDecisions).optional(),
  }),
  reply: z.strictObject({ approvals: z.array(CaseApproval), total: int53, limit: z.int(), offset: int53 }),
  errors: ["forbidden"],
});

export const respondToCaseApprovalRequest = endpoint({
  name: "respondToCaseApprovalRequest",
  method: "POST",
  path: "/v2/case-approval-requests/{request_id}/respond",
  area: "Case approvals",
  summary: "Decide a row of an approval batch, as its approver or who the run acts for; the last decision lets the run continue",
  access: { scope: "team", by: "request_id", role: "team:member" },
  may: mayDecide,
  records: "approval.decided",
  changes: ["case", "queue", "label", "run", "run_message", "human_request", "case_approval", "case_run"],
  params: z.strictObject({ request_id: idOf("approval") }),
  body: z.strictObject({ decision: z.enum(approvalDecisions) }),
  reply: z.strictObject({ id: uuid, resolved_at: timestamp, resolved_by_user_id: uuid, decision: z.enum(approvalDecisions) }),
  errors: ["forbidden", "already_answered"],
});

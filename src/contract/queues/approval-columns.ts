import type { ListColumns } from "#contract/list.ts";
import type { CaseApproval } from "./case-approvals.ts";

export const approvalColumns = {
  prompt: { header: "Asked", wrap: true },
  case: { header: "Case", width: "24%", from: "sm" },
  agent: { header: "Agent", width: "16%", from: "md", quiet: true },
  asks: { header: "Asks", width: "150px", from: "sm" },
  since: { header: "Since", width: "88px", align: "end" },
} as const satisfies ListColumns<CaseApproval>;

export const decisionColumns = {
  prompt: { header: "Asked", wrap: true },
  decision: { header: "Decision", width: "104px" },
  case: { header: "Case", width: "22%", from: "sm", quiet: true },
  agent: { header: "Agent", width: "14%", from: "lg", quiet: true },
  asked: { header: "Asked of", width: "140px", from: "lg", quiet: true },
  by: { header: "Decided by", width: "140px", from: "sm" },
  when: { header: "When", width: "88px", align: "end" },
} as const satisfies ListColumns<CaseApproval>;

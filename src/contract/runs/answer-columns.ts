import type { ListColumns } from "#contract/list.ts";
import type { InboxRequest } from "./human-requests.ts";

export const answerColumns = {
  title: { header: "Request", wrap: true },
  case: { header: "Case", width: "20%", from: "md" },
  answer: { header: "Answer", width: "20%", wrap: true, quiet: true, from: "sm" },
  by: { header: "Answered by", width: "140px", from: "sm" },
  agent: { header: "Agent", width: "18%", from: "md", quiet: true },
  when: { header: "When", width: "88px", align: "end" },
} as const satisfies ListColumns<InboxRequest>;

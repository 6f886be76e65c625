import type { ListColumns } from "#contract/list.ts";
import type { Case } from "./case.ts";
import { labelsCell } from "./case-fields.ts";

export const caseColumns = {
  title: { header: "Case", file: { id: (one) => one.id, title: (one) => one.title } },
  status: { header: "Status", width: "168px", from: "sm", file: { status: (one) => one.display_status } },
  priority: { header: "Priority", width: "96px", from: "sm", file: { priority: (one) => one.priority } },
  labels: { header: "Labels", width: "26%", from: "md", file: { labels: (one) => labelsCell(one.labels) } },
  created: { header: "Created", width: "110px", align: "end", from: "sm", file: { created_at: (one) => one.created_at } },
} as const satisfies ListColumns<Case>;

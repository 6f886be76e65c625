import { list } from "#contract/list.ts";

export const memberList = list({
  name: "members",
  words: ["member", "members"],
  filters: { search: { kind: "text", label: "Search by name or email", max: 200 } },
});

export const memberColumns = {
  name: { header: "Name" },
  email: { header: "Email", from: "sm", quiet: true },
  role: { header: "Role", width: "9rem" },
  acts: { header: "", width: "3.5rem", align: "end" },
} as const;

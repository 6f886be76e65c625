import { list, type ListColumns } from "#contract/list.ts";
import { roleNames } from "#contract/roles.ts";
import type { Member } from "./members.ts";

export const memberList = list({
  name: "members",
  words: ["member", "members"],
  filters: {
    search: { kind: "text", label: "Search by name or email", max: 200 },
    role: { kind: "choice", label: "Role", any: "Any role", options: roleNames },
  },
  sorts: {
    start: { by: "name", order: "asc" },
    by: {
      name: { asc: "by name", desc: "by name, backwards" },
      role: { asc: "lowest role first", desc: "highest role first" },
    },
  },
});

export const memberColumns = {
  name: { header: "Name", file: { id: (row) => row.id, name: (row) => row.name } },
  email: { header: "Email", from: "sm", quiet: true, file: { email: (row) => row.email } },
  role: {
    header: "Role",
    width: "9rem",
    file: { role: (row) => roleNames[row.role], role_from: (row) => (row.inheritedFromOrg ? "organization" : "team") },
  },
  acts: { header: "", width: "3.5rem", align: "end" },
} as const satisfies ListColumns<Member>;

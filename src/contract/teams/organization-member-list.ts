import { list, type ListColumns } from "#contract/list.ts";
import { organizationRoleNames } from "#contract/roles.ts";
import type { OrganizationMember } from "./organization-members.ts";

/** Who is in an organization. */
export const organizationMemberList = list({
  name: "people",
  words: ["person", "people"],
  filters: {
    search: { kind: "text", label: "Search by name or email", max: 200 },
    role: { kind: "choice", label: "Role", any: "Any role", options: organizationRoleNames },
  },
  sorts: {
    start: { by: "name", order: "asc" },
    by: {
      name: { asc: "by name", desc: "by name, backwards" },
      role: { asc: "lowest role first", desc: "highest role first" },
      teams: { asc: "fewest teams first", desc: "most teams first" },
    },
  },
});

export const organizationMemberColumns = {
  name: { header: "Name", file: { id: (row) => row.id, name: (row) => row.name } },
  email: { header: "Email", from: "sm", quiet: true, file: { email: (row) => row.email } },
  role: { header: "Role", width: "9rem", from: "sm", file: { role: (row) => organizationRoleNames[row.role] } },
  teams: { header: "Teams", width: "5.5rem", align: "end", quiet: true, file: { teams: (row) => row.teams } },
  acts: { header: "", width: "3.5rem", align: "end" },
} as const satisfies ListColumns<OrganizationMember>;

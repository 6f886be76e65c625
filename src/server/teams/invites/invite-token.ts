import { organizationRoleNames, roleNames } from "#contract/roles.ts";
import type { Config } from "#server/platform/config.ts";
import type { Signer } from "#server/platform/objects/signer.ts";
import type { InviteRow } from "./invites.store.ts";
import { isProved, linkTo, linkToken } from "./link-token.ts";

type Given = Pick<InviteRow, "team_role" | "organization_role">;

/** A link that somebody has gives no role that the invite got later. */
function rolesOf({ team_role, organization_role }: Given): string {
  return `${team_role ?? ""} ${organization_role}`;
}

export function inviteUrl(
  { config, signer }: { config: Pick<Config, "baseUrl">; signer: Signer },
  row: Given & { readonly id: string },
): string {
  return linkTo(config.baseUrl, "join", linkToken(signer, "invite", row.id, rolesOf(row)));
}

/** Whether a token that names this invite is its link. */
export function isLinkOf(signer: Signer, token: string, row: Given): boolean {
  return isProved(signer, "invite", token, rolesOf(row));
}

/** As what an invite lets a person in, as people read it. */
export function roleWords({ team_role, organization_role, organization_name }: Given & Pick<InviteRow, "organization_name">): string {
  const inOrganization = organizationRoleNames[organization_role];
  if (team_role === null) return inOrganization;
  return organization_role === "organization:member"
    ? roleNames[team_role]
    : `${roleNames[team_role]}, and ${inOrganization} of ${organization_name}`;
}

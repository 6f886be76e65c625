import type { Access } from "./access.ts";
import { type OrganizationRole, type TeamRole, atLeast, atLeastInOrganization } from "./roles.ts";

/** Somebody who acts in a team. */
export interface Who {
  readonly userId: string;
  readonly role: TeamRole;
}

/** A rule about a record: whether somebody who reaches its team may do something to it. */
export type Rule<R> = (record: R, who: Who) => boolean;

/** Whether a record's `created_by`, or the like, names somebody. */
export function isBy(author: string | { readonly id: string } | null, { userId }: Who): boolean {
  return author !== null && (typeof author === "string" ? author : author.id) === userId;
}

/** Whether a role in the team that the endpoint's input leads to is enough to call it. */
export function isEnough({ access }: { readonly access: Access }, role: TeamRole): boolean {
  return access.scope !== "team" || access.self !== undefined || atLeast(role, access.role);
}

/** As {@link isEnough}, about the organization. */
export function isEnoughInOrganization({ access }: { readonly access: Access }, role: OrganizationRole): boolean {
  return access.scope !== "organization" || atLeastInOrganization(role, access.role);
}

import { fieldsOf, type IdKind, kindOf } from "./ids.ts";
import type { OrganizationRole, TeamRole } from "./roles.ts";
import type { $ZodType } from "./zod.ts";

/**
 * Who may call an endpoint. The service enforces it before the handler runs and the tests are generated from it.
 * - `public`: anybody, without a key.
 * - `self`: any person or key. It is about the caller, or the same for everyone. `by: "session"` needs a signed-in person; a key gets 403.
 * - `team`: a member, with at least `role`, of the team that `by` leads to. A person outside that team gets the same 404 as for an id that does
 *   not exist; too low a role inside the team gets 403. A thing without a team comes with the service: everyone may use it, with any role.
 *   `or: "owner"` also lets in the person it belongs to, whatever their role, and everyone else gets 404.
 *   `self` names the parameter that says whom it is about: for oneself any role is enough.
 *   `unnamed: "self"` is for a field that may be absent: the call is then about the caller, and `team` is undefined.
 * - `organization`: a member of the organization that `by` leads to, or of that of the team that it leads to, with at least `role`, by the same rule. `installation` is the organization
 *   that set the installation up (ours: the specification knows nobody who runs an installation); everyone else gets 403. A key of one team
 *   counts as a Member.
 */
export type Access =
  | { readonly scope: "public" }
  | { readonly scope: "self"; readonly by?: "session" }
  | {
      readonly scope: "team";
      readonly by: Locator;
      readonly role: TeamRole;
      readonly or?: "owner";
      readonly self?: string;
      readonly unnamed?: "self";
    }
  | { readonly scope: "organization"; readonly by: Locator; readonly role: OrganizationRole; readonly self?: string };

/** Whether only a signed-in person may call. */
export function needsSession(access: Access): boolean {
  return access.scope === "self" && access.by === "session";
}

/** The input that leads to a team or an organization: a path parameter, or a field of the query or body. Its schema is an `idOf`. */
export type Locator = `${"" | "query." | "body."}${string}`;

/** Where a locator's id is in the input, and of what it is the id. Throws for one that names no `idOf`: every endpoint's is asked for at the start. */
export function placeOf(spec: { readonly name: string } & Readonly<Partial<Record<Place["part"], $ZodType>>>, by: Locator): Place {
  const [, part = "params", name = by] = /^(query|body)\.(.+)$/.exec(by) ?? [];
  const kind = kindOf(fieldsOf(spec[part as Place["part"]])[name]);
  if (!kind) throw new Error(`${spec.name}: its access is decided by ${by}, which is no idOf(…) of its input.`);
  return { part: part as Place["part"], name, kind };
}
export interface Place {
  readonly part: "params" | "query" | "body";
  readonly name: string;
  readonly kind: IdKind;
}

import { emailAddress } from "#contract/email-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { name, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { password } from "./session.ts";

/** From behind the `#` of an address: it reaches no server log, and whoever only opens a link accepts nothing. */
const token = text(20, 100);
const area = "Invites";
const ours = "The specification has invites and leaves their acceptance to the web application.";

/** What whoever holds a link sees before they accept. */
export const InviteSeen = record("InviteSeen", {
  organization_name: z.string(),
  /** Null: it is for the organization alone. */
  team_name: z.string().nullable(),
  /** As people read it. */
  role: z.string(),
  invited_by_name: z.string().nullable(),
  /** Null: a link that anybody may use. */
  email: z.string().nullable(),
  /** Whether that address has an account already. */
  account: z.boolean(),
  expires_at: timestamp.nullable(),
  expired: z.boolean(),
});
export type InviteSeen = z.output<typeof InviteSeen>;

export const lookAtInvite = endpoint({
  name: "lookAtInvite",
  method: "POST",
  readOnly: true,
  path: "/v2/joining/look",
  area,
  summary: "What an invite is to, by its token; accepts nothing",
  access: { scope: "public" },
  reads: ["invite"],
  ours,
  body: z.strictObject({ token }),
  reply: z.strictObject({ invite: InviteSeen }),
  errors: ["invite_over"],
});

export const acceptInvite = endpoint({
  name: "acceptInvite",
  method: "POST",
  path: "/v2/joining/accept",
  area,
  summary: "Join as the signed-in person",
  access: { scope: "self", by: "session" },
  changes: ["team", "member", "access", "invite"],
  ours,
  body: z.strictObject({ token }),
  reply: z.strictObject({ team_id: uuid.nullable() }),
  errors: ["invite_over", "invite_expired", "invite_for_other"],
});

export const registerByInvite = endpoint({
  name: "registerByInvite",
  method: "POST",
  path: "/v2/joining/register",
  area,
  summary: "Create an account by an invite, join, and sign in",
  access: { scope: "public" },
  changes: ["session", "profile", "team", "member", "access", "invite"],
  ours,
  /** `email` only by a link that anybody may use. */
  body: z.strictObject({ token, name, email: emailAddress.optional(), password }),
  reply: z.strictObject({ team_id: uuid.nullable() }),
  status: 201,
  errors: ["invite_over", "invite_expired", "account_exists", "passwords_off", "too_many_attempts"],
});

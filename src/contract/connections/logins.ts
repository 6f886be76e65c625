import { Deletion } from "#contract/deletion.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, nameUpTo, Success, text, timestamp, uuid } from "#contract/fields.ts";
import { idOf } from "#contract/ids.ts";
import { record } from "#contract/record.ts";
import { mayChangeCredential, mayAttach } from "./rights.ts";
import { z } from "#contract/zod.ts";
import { CredentialUses } from "./credential-uses.ts";

/** Ours: logins that one person, or the team as a whole, may keep in a team; and those of one revision. */
export const maxLogins = 500;
export const maxAttachedLogins = 50;

/**
 * Where to sign in: the host of the page that asks for the password, with a port where it has one, or an address, which is reduced to its host.
 * A login is typed on that host and on no other. Any other name, as of a desktop application, is stored; no tool of ours signs in there.
 */
export const loginDomain = nameUpTo(255);
/** Ours: the lengths, and the two forms in which services hand out the seed of one-time codes: base32, or an address for an app. */
export const loginUsername = text(1, 320);
export const loginPassword = text(1, 1024);
export const otpSecret = text(1, 2048).regex(/^([A-Za-z2-7][A-Za-z2-7 -]{6,}[A-Za-z2-7]=*|otpauth:\/\/totp\/[!-~]+)$/, {
  error: "Use the key that the website shows, as in JBSW Y3DP EHPK 3PXP, or its otpauth:// address",
});

const owned = { id: uuid, user_id: uuid.nullable(), team_id: uuid, domain: z.string(), username: z.string().nullable() };
const dated = { created_at: timestamp, updated_at: timestamp };
/** That one is stored, never what it is (ours: the published interface answers it encrypted). */
const stored = z.literal(true).nullable();

/**
 * How to sign in somewhere. Without `user_id` it is shared with the team and serves every run of a revision it is attached to; with one it
 * is personal: nobody else sees it, and it serves runs of that person only.
 */
export const Login = record("Login", { ...owned, password: stored, otp_secret: stored, ...dated });
export type Login = z.output<typeof Login>;

export const ListedLogin = record("ListedLogin", {
  id: uuid,
  domain: z.string(),
  username: z.string().nullable(),
  hasEnabledTOTP: z.boolean(),
  hasPassword: z.boolean(),
  user_id: uuid.nullable(),
  /** When a run last signed in with it. Null: never, as far as it was noted. */
  last_used_at: timestamp.nullable(),
  /** Agents whose live revision has it, and those with any revision that has it. */
  live_agents: int53,
  all_agents: int53,
});
export type ListedLogin = z.output<typeof ListedLogin>;

export const AttachedLogin = record("AttachedLogin", { ...owned, ...dated });
export type AttachedLogin = z.output<typeof AttachedLogin>;

const area = "Credentials";
const inTeam = { scope: "team", by: "teamId", role: "team:member" } as const;
const byAgent = { scope: "team", by: "agentId", role: "team:member" } as const;
/** `userId` is whoever asks. Another person's logins are nobody else's to see, so another id leads nowhere. */
const ofPerson = z.strictObject({ teamId: idOf("team"), userId: idOf("person") });
const ofLogin = ofPerson.extend({ id: idOf("login") });
const ofRevision = z.strictObject({ agentId: idOf("agent"), buildId: idOf("revision") });
const optional = {
  username: loginUsername.nullable().optional(),
  password: loginPassword.nullable().optional(),
  otp_secret: otpSecret.nullable().optional(),
  shared: z.boolean().optional(),
};

export const listCredentials = endpoint({
  name: "listCredentials",
  method: "GET",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}",
  area,
  summary: "The team's shared logins and the caller's own, by domain; never what they sign in with",
  access: inTeam,
  reads: ["login", "revision", "agent"],
  params: ofPerson,
  query: z.strictObject({ domain: text(1, 255).optional() }),
  reply: z.array(ListedLogin),
});

export const createCredential = endpoint({
  name: "createCredential",
  method: "POST",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}",
  area,
  summary: "Store a login with a password, a TOTP secret or both: personal, or for the team as a Manager",
  access: inTeam,
  records: "login.created",
  may: mayChangeCredential,
  changes: ["login"],
  params: ofPerson,
  body: z.strictObject({ domain: loginDomain, ...optional, shared: optional.shared.meta({ default: false }) }),
  reply: Login,
  status: 201,
  creates: "replayed",
});

export const getCredential = endpoint({
  name: "getCredential",
  method: "GET",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}/{id}",
  area,
  summary: "One login; `password` and `otp_secret` say only whether they are stored",
  access: inTeam,
  reads: ["login"],
  params: ofLogin,
  reply: Login,
});

export const updateCredential = endpoint({
  name: "updateCredential",
  method: "PATCH",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}/{id}",
  area,
  summary: "Change a login; null takes a part away; a password or TOTP secret has to stay. Another host needs each again",
  access: inTeam,
  records: "login.updated",
  may: mayChangeCredential,
  changes: ["login", "revision"],
  params: ofLogin,
  body: z.strictObject({ domain: loginDomain.optional(), ...optional }),
  reply: Login,
  errors: ["secret_unreadable"],
});

export const deleteCredential = endpoint({
  name: "deleteCredential",
  method: "DELETE",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}/{id}",
  area,
  summary: "Delete a login: its password and TOTP secret are deleted immediately, and every revision loses it",
  access: inTeam,
  records: "login.deleted",
  may: mayChangeCredential,
  changes: ["login", "revision"],
  params: ofLogin,
  reply: z.null(),
  status: 204,
});

export const previewCredentialDeletion = endpoint({
  name: "previewCredentialDeletion",
  method: "GET",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}/{id}/deletion",
  area,
  summary: "Who would lose a login that is deleted; changes nothing",
  access: inTeam,
  reads: [],
  ours: "A person has to see what stops before it stops.",
  params: ofLogin,
  reply: Deletion,
});

export const listCredentialUses = endpoint({
  name: "listCredentialUses",
  method: "GET",
  path: "/v2/teams/{teamId}/browser-agent/credentials/{userId}/{id}/uses",
  area,
  summary: "The revisions a login is attached to, live ones first (at most 200)",
  access: inTeam,
  reads: ["login", "revision", "agent"],
  ours: "A person who changes or deletes a login has to know what it affects.",
  params: ofLogin,
  reply: CredentialUses,
});

export const listRevisionLogins = endpoint({
  name: "listRevisionLogins",
  method: "GET",
  path: "/v2/agents/{agentId}/revisions/{buildId}/logins",
  area,
  summary: "The logins attached to a revision that the caller can see, in the order they were attached",
  access: byAgent,
  reads: ["login"],
  params: ofRevision,
  reply: z.array(AttachedLogin),
});

export const attachRevisionLogin = endpoint({
  name: "attachRevisionLogin",
  method: "POST",
  path: "/v2/agents/{agentId}/revisions/{buildId}/logins",
  area,
  summary: "Attach a login to a revision: a personal one as its owner, a shared one as who can change the agent",
  access: byAgent,
  may: mayAttach,
  records: "revision.logins_changed",
  changes: ["login", "revision"],
  params: ofRevision,
  body: z.strictObject({ exposedCredentialId: uuid }),
  reply: Success,
  status: 201,
  errors: ["already_attached"],
});

export const detachRevisionLogin = endpoint({
  name: "detachRevisionLogin",
  method: "DELETE",
  path: "/v2/agents/{agentId}/revisions/{buildId}/logins/{exposedCredentialId}",
  area,
  summary: "Detach a login from a revision",
  access: byAgent,
  may: mayAttach,
  records: "revision.logins_changed",
  changes: ["login", "revision"],
  params: ofRevision.extend({ exposedCredentialId: idOf("login") }),
  reply: Success,
});

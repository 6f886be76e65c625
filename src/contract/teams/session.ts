import { emailAddress } from "#contract/email-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { int53, name, queryFlag, Success, text, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { organizationRole, teamRole } from "#contract/role-fields.ts";
import { z } from "#contract/zod.ts";

/** At least 10 characters, as the current NIST guidance asks for long over complex; at most 200 so that hashing stays bounded. */
export const password = text(10, 200);
/** What the service prints when it starts. */
export const setupCode = text(1, 40);
const code = z.string().regex(/^\d{6}$/, { error: "Enter the 6 digits that your app shows" });

/** How many API keys were revoked with it. Never that of `ADMIN_TOKEN`, which lasts as long as the setting. */
export const withKeys = z.strictObject({ success: z.boolean(), revoked_api_keys: int53 });

const ours = "The specification leaves sign-in to the web application; these are the operations that this console uses.";

/** What the console needs to know before it can draw anything. */
export const Session = record("Session", {
  /** `key` when the caller came with an API key. */
  kind: z.enum(["session", "key"]),
  user: z.strictObject({ id: uuid, name: z.string().nullable(), email: z.string(), second_factor: z.boolean() }),
  teams: z.array(record("SessionTeam", { id: uuid, name: z.string(), organization_id: uuid.nullable(), role: teamRole })),
  organizations: z.array(record("SessionOrganization", { id: uuid, name: z.string(), role: organizationRole })),
  /** May see how the installation itself does. */
  administrator: z.boolean(),
});
export type Session = z.output<typeof Session>;

export const getSession = endpoint({
  name: "getSession",
  method: "GET",
  path: "/v2/session",
  area: "Sign-in",
  summary: "Who is calling, with teams and roles",
  access: { scope: "self" },
  reads: ["session", "profile", "access"],
  ours,
  reply: z.strictObject({ session: Session }),
  /** A key opens no console where people sign in with the company's provider alone. */
  errors: ["session_required"],
});

/** `next` says what is missing: the 6 digits of the second factor, or nothing. */
export const signedIn = z.strictObject({ next: z.enum(["done", "second_factor"]) });

export const signIn = endpoint({
  name: "signIn",
  method: "POST",
  path: "/v2/session",
  area: "Sign-in",
  summary: "Sign in with email address and password; sets the session cookie",
  access: { scope: "public" },
  changes: ["session"],
  ours,
  body: z.strictObject({ email: emailAddress, password: text(1, 200) }),
  reply: signedIn,
  errors: ["wrong_credentials", "passwords_off", "too_many_attempts"],
});

export const verifySecondFactor = endpoint({
  name: "verifySecondFactor",
  method: "POST",
  path: "/v2/session/second-factor",
  area: "Sign-in",
  summary: "Finish a sign-in with the 6 digits of the authenticator app or a recovery code",
  access: { scope: "public" },
  changes: ["session"],
  ours,
  body: z.strictObject({ code: text(6, 40) }),
  reply: signedIn,
  errors: ["wrong_code", "too_many_attempts"],
});

export const signOut = endpoint({
  name: "signOut",
  method: "DELETE",
  path: "/v2/session",
  area: "Sign-in",
  summary: "End this session",
  access: { scope: "public" },
  changes: ["session", "access"],
  ours,
  reply: Success,
});

export const signOutEverywhere = endpoint({
  name: "signOutEverywhere",
  method: "DELETE",
  path: "/v2/sessions",
  area: "Sign-in",
  summary: "End every session of this person, including this one; with `revoke_api_keys` also the person's API keys",
  access: { scope: "self", by: "session" },
  records: "user.signed_out_everywhere",
  changes: ["session", "access"],
  ours,
  query: z.strictObject({ revoke_api_keys: queryFlag.optional() }),
  reply: withKeys,
});

export const changePassword = endpoint({
  name: "changePassword",
  method: "PUT",
  path: "/v2/profile/password",
  area: "Sign-in",
  summary: "Change the password; every other session ends, and with `revoke_api_keys` the person's API keys",
  access: { scope: "self", by: "session" },
  records: "user.password_changed",
  changes: ["session", "access"],
  ours,
  body: z.strictObject({ current_password: text(1, 200), new_password: password, revoke_api_keys: z.boolean().optional() }),
  reply: withKeys,
  errors: ["wrong_credentials", "passwords_off", "too_many_attempts"],
});

export const startSecondFactor = endpoint({
  name: "startSecondFactor",
  method: "POST",
  path: "/v2/profile/second-factor",
  area: "Sign-in",
  summary: "Start two-factor sign-in: returns the address for the authenticator app and the recovery codes, once",
  access: { scope: "self", by: "session" },
  changes: ["profile"],
  ours,
  body: z.strictObject({ password: text(1, 200) }),
  reply: z.strictObject({ uri: z.string(), secret: z.string(), recovery_codes: z.array(z.string()) }),
  secret: true,
  errors: ["wrong_credentials", "second_factor_active", "too_many_attempts"],
});

export const confirmSecondFactor = endpoint({
  name: "confirmSecondFactor",
  method: "POST",
  path: "/v2/profile/second-factor/confirm",
  area: "Sign-in",
  summary: "Turn on two-factor sign-in with a code from the app",
  access: { scope: "self", by: "session" },
  records: "user.second_factor_added",
  changes: ["profile", "session"],
  ours,
  body: z.strictObject({ code }),
  reply: Success,
  errors: ["wrong_code", "no_second_factor", "too_many_attempts"],
});

export const removeSecondFactor = endpoint({
  name: "removeSecondFactor",
  method: "DELETE",
  path: "/v2/profile/second-factor",
  area: "Sign-in",
  summary: "Turn off two-factor sign-in",
  access: { scope: "self", by: "session" },
  records: "user.second_factor_removed",
  changes: ["profile"],
  ours,
  body: z.strictObject({ password: text(1, 200) }),
  reply: Success,
  errors: ["wrong_credentials", "no_second_factor", "too_many_attempts"],
});

/** What a fresh installation starts with. */
export const founded = { organization_name: name, team_name: name, sample_workspace: z.boolean() };

export const getSetup = endpoint({
  name: "getSetup",
  method: "GET",
  path: "/v2/setup",
  area: "Sign-in",
  summary: "Whether this installation still needs its first owner",
  access: { scope: "public" },
  reads: ["session"],
  ours,
  /** `code_needed`: the request does not come from the service's own machine, so it has to bring the code that the start prints. `mail`: this installation sends mail, as for a new password. `provider`: what the provider is called that people sign in with; null: there is none. `passwords`: a password lets people in too. */
  reply: z.strictObject({
    needed: z.boolean(),
    code_needed: z.boolean(),
    mail: z.boolean(),
    provider: z.string().nullable(),
    passwords: z.boolean(),
  }),
});

export const completeSetup = endpoint({
  name: "completeSetup",
  method: "POST",
  path: "/v2/setup",
  area: "Sign-in",
  summary: "Create organization, team and owner on a fresh installation, and sign the owner in",
  access: { scope: "public" },
  changes: ["session", "team", "profile"],
  ours,
  body: z.strictObject({ ...founded, owner_name: name, email: emailAddress, password, code: setupCode.optional() }),
  reply: z.strictObject({ team_id: uuid }),
  status: 201,
  errors: ["already_set_up", "wrong_setup_code", "passwords_off", "too_many_attempts"],
});

import { endpoint } from "#contract/endpoint.ts";
import { Success, text, timestamp, uuid } from "#contract/fields.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";
import { founded, setupCode, signedIn } from "./session.ts";

const area = "Sign-in";
const ours =
  "The specification leaves sign-in to the web application; with these, people come by their company's provider (OpenID Connect).";

/** What the provider gave the browser to bring back. */
const brought = { state: text(20, 100), code: text(1, 4_096), iss: text(1, 2_048).optional() };
const continued = z.strictObject({ continue_url: z.string() });
const confirmed = z.strictObject({ password: text(1, 200) });

/** How the provider is joined to the account of whoever asks. */
export const ProviderLink = record("ProviderLink", {
  /** What the provider is called; null: this installation has none. */
  name: z.string().nullable(),
  linked_at: timestamp.nullable(),
  /** The address that the account there has. */
  email: z.string().nullable(),
  /** Whether there is a password beside it. */
  password: z.boolean(),
});
export type ProviderLink = z.output<typeof ProviderLink>;

export const startProviderSignIn = endpoint({
  name: "startProviderSignIn",
  method: "POST",
  path: "/v2/session/provider",
  area,
  summary: "Start a sign-in with the company's provider: the browser continues at the answer's address",
  access: { scope: "public" },
  changes: [],
  ours,
  /** Only for who sets up a fresh installation from another machine. */
  body: z.strictObject({ setup_code: setupCode.optional() }),
  reply: continued,
  errors: ["no_provider", "provider_unreachable", "wrong_setup_code", "too_many_attempts"],
});

export const finishProviderSignIn = endpoint({
  name: "finishProviderSignIn",
  method: "POST",
  path: "/v2/session/provider/finish",
  area,
  summary: "Sign in with what the provider sent the browser back with; sets the session cookie",
  access: { scope: "public" },
  changes: ["session", "profile", "team", "member", "access", "invite"],
  ours,
  /**
   * `invite`: the token of the invite that the person followed. Without an account they join by it. `setup`: on a fresh installation, what the
   * person founds.
   */
  body: z.strictObject({ ...brought, invite: text(20, 100).optional(), setup: z.strictObject(founded).optional() }),
  /** `joined`: the account is new, and this is its team; null in it: the organization alone. */
  reply: signedIn.extend({ joined: z.strictObject({ team_id: uuid.nullable() }).nullable() }),
  errors: [
    "no_provider",
    "provider_unreachable",
    "provider_failed",
    "sign_in_over",
    "email_unverified",
    "email_unusable",
    "not_invited",
    "provider_not_linked",
    "invite_over",
    "invite_expired",
    "invite_for_other",
    "already_set_up",
  ],
});

export const getProviderLink = endpoint({
  name: "getProviderLink",
  method: "GET",
  path: "/v2/profile/provider",
  area,
  summary: "Whether the signed-in person can sign in with the company's provider, and with a password",
  access: { scope: "self", by: "session" },
  reads: ["profile"],
  ours,
  reply: z.strictObject({ provider: ProviderLink }),
});

export const startProviderLink = endpoint({
  name: "startProviderLink",
  method: "POST",
  path: "/v2/profile/provider",
  area,
  summary: "Start to connect an account of the company's provider with one's own; needs the password",
  access: { scope: "self", by: "session" },
  changes: [],
  ours,
  body: confirmed,
  reply: continued,
  errors: ["no_provider", "provider_unreachable", "wrong_credentials", "too_many_attempts"],
});

export const finishProviderLink = endpoint({
  name: "finishProviderLink",
  method: "PUT",
  path: "/v2/profile/provider",
  area,
  summary: "Connect the account that the provider sent the browser back with",
  access: { scope: "self", by: "session" },
  records: "user.provider_linked",
  changes: ["profile"],
  ours,
  body: z.strictObject(brought),
  reply: z.strictObject({ provider: ProviderLink }),
  errors: ["no_provider", "provider_unreachable", "provider_failed", "sign_in_over", "provider_taken"],
});

export const removeProviderLink = endpoint({
  name: "removeProviderLink",
  method: "DELETE",
  path: "/v2/profile/provider",
  area,
  summary: "Disconnect the provider: from then on the person signs in only with the password",
  access: { scope: "self", by: "session" },
  records: "user.provider_unlinked",
  changes: ["profile"],
  ours,
  body: confirmed,
  reply: Success,
  errors: ["wrong_credentials", "passwords_off", "too_many_attempts"],
});

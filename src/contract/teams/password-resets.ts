import { emailAddress } from "#contract/email-address.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Success, text } from "#contract/fields.ts";
import { z } from "#contract/zod.ts";
import { password, withKeys } from "./session.ts";

const area = "Sign-in";
const ours = "The specification leaves sign-in to the web application; without this, a forgotten password locks a person out.";

export const requestPasswordReset = endpoint({
  name: "requestPasswordReset",
  method: "POST",
  path: "/v2/password-resets",
  area,
  summary: "Send a link for a new password; answers the same whether or not the address has an account",
  access: { scope: "public" },
  changes: [],
  ours,
  body: z.strictObject({ email: emailAddress }),
  reply: Success,
  errors: ["no_mail", "passwords_off", "too_many_attempts"],
});

export const resetPassword = endpoint({
  name: "resetPassword",
  method: "POST",
  path: "/v2/password-resets/use",
  area,
  summary:
    "Choose a new password by the link of a mail; every session of the person ends, and their API keys and AI clients unless `revoke_api_keys` is false",
  access: { scope: "public" },
  changes: ["session", "access"],
  ours,
  /** An account whose address somebody only claimed loses its keys in any case. */
  body: z.strictObject({ token: text(20, 100), password, revoke_api_keys: z.boolean().optional() }),
  reply: withKeys,
  errors: ["reset_over", "passwords_off"],
});

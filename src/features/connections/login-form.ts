import type { CallInput } from "#contract/endpoint.ts";
import {
  type createCredential,
  type ListedLogin,
  loginDomain,
  loginPassword,
  loginUsername,
  otpSecret,
  type updateCredential,
} from "#contract/connections/logins.ts";
import { z } from "#contract/zod.ts";

type Stored = Pick<ListedLogin, "hasPassword" | "hasEnabledTOTP">;

/** What can be typed for a login. What is stored is not here to be shown: an empty field keeps it, a box takes it away. */
export function loginSchema({ hasPassword, hasEnabledTOTP }: Stored) {
  return z
    .strictObject({
      domain: loginDomain,
      username: loginUsername.nullable(),
      password: z.string().optional(),
      removePassword: z.boolean(),
      otp_secret: z
        .string()
        .transform((text) => text.trim())
        .optional(),
      removeCodes: z.boolean(),
      shared: z.boolean(),
    })
    .superRefine(({ password, removePassword, otp_secret, removeCodes }, context) => {
      const say = (field: string, message: string) => context.addIssue({ code: "custom", path: [field], message });
      const check = (field: string, schema: typeof loginPassword, value: string | undefined) => {
        const wrong = value ? schema.safeParse(value).error?.issues[0]?.message : undefined;
        if (wrong) say(field, wrong);
      };
      check("password", loginPassword, password);
      check("otp_secret", otpSecret, otp_secret);
      const signsIn = [password, otp_secret, hasPassword && !removePassword, hasEnabledTOTP && !removeCodes];
      if (!signsIn.some(Boolean)) say("password", "Enter a password, a TOTP key or both");
    });
}
export type LoginValues = z.output<ReturnType<typeof loginSchema>>;

export function newLoginOf({ domain, username, password, otp_secret, shared }: LoginValues): CallInput<typeof createCredential>["body"] {
  return { domain, username, password: password || null, otp_secret: otp_secret || null, shared };
}

/** The least request that brings a stored login to what the form holds. */
export function loginChangesOf(
  { domain, username, password, removePassword, otp_secret, removeCodes, shared }: LoginValues,
  login: ListedLogin,
): CallInput<typeof updateCredential>["body"] {
  return {
    domain,
    username,
    ...(password ? { password } : removePassword && { password: null }),
    ...(otp_secret ? { otp_secret } : removeCodes && { otp_secret: null }),
    ...(shared !== (login.user_id === null) && { shared }),
  };
}

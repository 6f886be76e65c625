import { invalid, refuse } from "#server/platform/http/refusal.ts";
import { type Envelope, Unreadable } from "#server/platform/sealing/envelope.ts";
import { hostOfLogin } from "./login-host.ts";
import { type LoginRecord, openSignIn, type SignIn } from "./logins.store.ts";
import { isTotpSecret } from "./one-time-codes.ts";

/** Undefined keeps a part, null takes it away. */
export interface SignInChanges {
  readonly password?: string | null | undefined;
  readonly otp_secret?: string | null | undefined;
}

export function changesSignIn({ password, otp_secret }: SignInChanges): boolean {
  return password !== undefined || otp_secret !== undefined;
}

/** What was given for one website is sent to no other one: whoever changes the host gives it again. Throws the 400 of the first part that is not. */
export function requireGivenAgain(login: LoginRecord, domain: string | undefined, { password, otp_secret }: SignInChanges): void {
  const host = domain === undefined ? undefined : hostOfLogin(domain);
  if (host === undefined || host === hostOfLogin(login.domain)) return;
  const again = (part: string) => `Enter the ${part} again: the stored one was given for ${login.domain}`;
  if (login.has_password && password === undefined) throw invalid(["password"], again("password"));
  if (login.has_totp && otp_secret === undefined) throw invalid(["otp_secret"], again("TOTP secret"));
}

/** Something has to sign in, and a TOTP secret has to give codes. Throws the 400 of the field. */
export function requireSignIn(signIn: SignIn): SignIn {
  if (signIn.otp_secret !== null && !isTotpSecret(signIn.otp_secret))
    throw invalid(["otp_secret"], "No one-time codes come from this. Copy the key from the website once more");
  if (signIn.password === null && signIn.otp_secret === null)
    throw invalid(["password"], "A login needs a password, a TOTP secret or both");
  return signIn;
}

/** Opens what is stored only where a part of it stays. Throws 400, or `secret_unreadable`. */
export function changedSignIn(envelope: Envelope, login: LoginRecord, { password, otp_secret }: SignInChanges): SignIn {
  const keepsPassword = password === undefined && login.has_password;
  const keepsTotp = otp_secret === undefined && login.has_totp;
  const kept = keepsPassword || keepsTotp ? readable(envelope, login) : undefined;
  return requireSignIn({
    password: keepsPassword ? (kept?.password ?? null) : (password ?? null),
    otp_secret: keepsTotp ? (kept?.otp_secret ?? null) : (otp_secret ?? null),
  });
}

function readable(envelope: Envelope, login: LoginRecord): SignIn {
  try {
    return openSignIn(envelope, login);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const message =
      "What is stored cannot be opened with this installation's SECRETS_KEY. Give the password and the TOTP secret again, or null for the one that is not needed.";
    throw refuse("secret_unreadable", message);
  }
}

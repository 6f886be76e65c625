import { refuse } from "#server/platform/http/refusal.ts";

const wrongPassword = new Set(["INVALID_EMAIL_OR_PASSWORD", "INVALID_PASSWORD", "INVALID_EMAIL", "CREDENTIAL_ACCOUNT_NOT_FOUND"]);
const wrongCode = new Set([
  "INVALID_CODE",
  "INVALID_BACKUP_CODE",
  "INVALID_TWO_FACTOR_COOKIE",
  "TOTP_NOT_ENABLED",
  "BACKUP_CODES_NOT_ENABLED",
  "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE",
]);

/** Throws what the sign-in library threw, as one of our errors where it is one. */
export function inOurWords(error: unknown): never {
  const { body, status } = error as { body?: { code?: string }; status?: string };
  const code = body?.code ?? "";
  if (code === "INVALID_PASSWORD") throw refuse("wrong_credentials", "The password is wrong.");
  if (wrongPassword.has(code)) throw refuse("wrong_credentials");
  // A conflict: somebody used the same recovery code a moment earlier.
  if (wrongCode.has(code) || (body && status === "CONFLICT")) throw refuse("wrong_code");
  if (code === "TOTP_ALREADY_ENABLED") throw refuse("second_factor_active");
  if (code === "UNAUTHORIZED") throw refuse("unauthorized");
  throw error;
}

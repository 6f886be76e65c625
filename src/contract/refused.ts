/**
 * Codes of the error table: somebody did not prove who they are. Whoever has guessed too often is not written down again: the guesses are, and
 * nobody may fill the store by going on.
 */
export const refusedSignIns = [
  "wrong_credentials",
  "wrong_code",
  "email_unverified",
  "email_unusable",
  "not_invited",
  "provider_not_linked",
] as const;
/** And: they may not do it. */
export const refusedCodes = ["forbidden", "session_required", ...refusedSignIns] as const;

/** Codes of the error table: somebody did not prove who they are. */
export const refusedSignIns = ["wrong_credentials", "wrong_code", "too_many_attempts"] as const;
/** And: they may not do it. */
export const refusedCodes = ["forbidden", "session_required", ...refusedSignIns] as const;

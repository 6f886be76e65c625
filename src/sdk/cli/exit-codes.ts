import { CaseloadError } from "#sdk/errors.ts";

/** Told by the program's end, so that a script needs no words: 1 is everything else. */
export const exitCodes = { done: 0, failed: 1, usage: 2, rights: 3, absent: 4, conflict: 5, quota: 6, unreachable: 7 } as const;

/** What was typed cannot be done. */
export class UsageError extends Error {}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof TypeError) return exitCodes.usage;
  if (!(error instanceof CaseloadError)) return exitCodes.failed;
  const { status } = error;
  if (status === 0 && error.code !== "unreachable") return exitCodes.usage;
  if (status === 400 || status === 413 || status === 415) return exitCodes.usage;
  if (status === 401 || status === 403) return exitCodes.rights;
  if (status === 404 || status === 410) return exitCodes.absent;
  if (status === 409 || status === 422) return exitCodes.conflict;
  if (status === 429) return exitCodes.quota;
  return status === 0 || (status >= 502 && status <= 504) ? exitCodes.unreachable : exitCodes.failed;
}

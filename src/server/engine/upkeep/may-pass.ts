import { Refusal } from "#server/platform/http/refusal.ts";

/** PostgreSQL's code for a statement that took too long. */
const tookTooLong = "57014";

/**
 * Whether the same may go well in a moment: a deadlock, a lock or a statement that took too long, a store that cannot be reached. A statement
 * about many that took too long will take as long again.
 */
export function mayPass(error: unknown, items: number): boolean {
  if (error instanceof Refusal) return false;
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const code = (cause as { code?: unknown }).code;
  if (code === tookTooLong) return items === 1;
  return typeof code !== "string" || code.length !== 5 || /^(08|40|53|55|57)/.test(code);
}

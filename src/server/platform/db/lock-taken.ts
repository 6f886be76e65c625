/** Whether a statement failed because it waited for a lock in vain. */
export function isLockTaken(error: unknown): boolean {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  return (cause?.code ?? code) === "55P03";
}

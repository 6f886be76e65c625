interface Failure {
  readonly code?: unknown;
  readonly routine?: unknown;
}

/** A start of another version gave a table a column, or took one: what a connection prepared before returns others. */
export function isPlanOutdated(failure: unknown): boolean {
  const { code, routine } = (failure ?? {}) as Failure;
  return code === "0A000" && routine === "RevalidateCachedQuery";
}

/**
 * Does work once more of which nothing happened: PostgreSQL ends one of two transactions that wait for each other, and refuses a statement that
 * was prepared before its table changed.
 */
export async function againIfUndone<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await work();
    } catch (error) {
      const cause = (error as Error).cause ?? error;
      const undone = (cause as Failure).code === "40P01" || isPlanOutdated(cause);
      if (!undone || left === 0) throw error;
    }
  }
}

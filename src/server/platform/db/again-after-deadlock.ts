/** PostgreSQL ends one of two transactions that wait for each other. Nothing of it happened, so it begins once more. */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let left = 3; ; left--) {
    try {
      return await transaction();
    } catch (error) {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      if (code !== "40P01" || left === 0) throw error;
    }
  }
}

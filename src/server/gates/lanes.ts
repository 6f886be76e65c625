/** Does something with each of many, a few at a time, and gathers what every one found. */
export async function inLanes<T, R>(all: readonly T[], each: (item: T) => Promise<readonly R[]>, lanes = 6): Promise<R[]> {
  const found: R[] = [];
  const queue = all[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) found.push(...(await each(item)));
    }),
  );
  return found;
}

/** Names a pair whatever its order. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a}\n${b}` : `${b}\n${a}`);

/** Where each number is first, and last. */
export function placesOf(numbers: readonly number[]): {
  readonly first: ReadonlyMap<number, number>;
  readonly last: ReadonlyMap<number, number>;
} {
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [i, number] of numbers.entries()) {
    if (!first.has(number)) first.set(number, i);
    last.set(number, i);
  }
  return { first, last };
}

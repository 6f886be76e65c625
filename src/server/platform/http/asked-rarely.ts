/** Asks once in so many milliseconds at most, however often the result is called: in between, callers get the answer of the last time. */
export function askedRarely<T>(everyMs: number, clock: () => Date, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = clock().getTime();
    if (!last || Math.abs(at - last.at) >= everyMs) last = { at, answer: ask() };
    return last.answer;
  };
}

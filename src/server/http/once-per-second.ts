/** Asks once a second at most, however often the result is called: in between, callers get the answer of the last time. */
export function oncePerSecond<T>(clock: () => Date, ask: () => Promise<T>): () => Promise<T> {
  let last: { at: number; answer: Promise<T> } | undefined;
  return () => {
    const at = clock().getTime();
    if (!last || Math.abs(at - last.at) >= 1_000) last = { at, answer: ask() };
    return last.answer;
  };
}

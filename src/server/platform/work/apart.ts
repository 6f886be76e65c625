/** Parts of a second. */
const parts = 8;
let begun = 0;

/**
 * Milliseconds until work that comes again and again begins. What begins together stays together, and each of it would keep a connection of its
 * own, which costs memory: one after the other begins a part of a second later.
 */
export function apartMs(): number {
  begun += 1;
  return (begun % parts) * (1_000 / parts);
}

import { execFileSync } from "node:child_process";

/**
 * What tests draw at random begins here. Of a landing it is the hash of its tree, so that nobody is refused for what somebody else's numbers would
 * have found, and each failure can be repeated; a proof draws another one each time. `TEST_SEED` repeats a run.
 */
export const seed = Number(process.env.TEST_SEED ?? (process.env.LONG ? Date.now() % 2 ** 31 : seedOfTree()));

/** Numbers from 0 to 1, the same ones for the same seed. Instead of `Math.random()` in tests. */
export const random = numbersFrom(seed);

/** Mulberry32, by Tommy Ettinger: small, and even enough for tests. */
function numbersFrom(start: number): () => number {
  let state = start | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function seedOfTree(): number {
  try {
    const tree = execFileSync("git", ["rev-parse", "HEAD^{tree}"], { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "ignore"] });
    return Number.parseInt(tree.toString().slice(0, 7), 16);
  } catch {
    // Not a checkout.
    return 1;
  }
}

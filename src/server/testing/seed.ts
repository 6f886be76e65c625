import { execFileSync } from "node:child_process";

/**
 * What tests draw at random begins here. Of a landing it is the hash of its tree: it is not refused for numbers that another one would have drawn, and
 * each failure can be repeated. A proof draws another one each time. `TEST_SEED` repeats a run.
 */
export const seed = Number(process.env.TEST_SEED ?? (process.env.LONG ? Date.now() % 2 ** 31 : seedOfTree()));

let state = seed | 0;

/** Begins the numbers of a test: the same ones for the same seed, whichever tests ran before it. */
export function beginRandom(test: string): void {
  state = seed | 0;
  for (const character of test) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
}

/** From 0 to 1, instead of `Math.random()` in tests. Mulberry32, by Tommy Ettinger: small, and even enough. */
export function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
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

import { setTimeout as sleep } from "node:timers/promises";

/** Between two looks at work in the background, in milliseconds, and how often it is looked. */
const rest = 200;
const mostLooks = 600;

/** What comes of work in the background. */
export async function waitFor<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  for (let i = 0; i < mostLooks; i++) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(rest);
  }
  throw new Error(`It took too long: ${what}`);
}

import { expect } from "@playwright/test";

/** What `look` finds, once it finds something. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect(async () => {
    found = await look();
    expect(found).toBeDefined();
  }).toPass({ timeout: 120_000, intervals: [200] });
  return found as T;
}

import { expect, patient } from "./expect.ts";

/** What `look` finds, once it finds something. */
export async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  let found: T | undefined;
  await expect(async () => {
    found = await look();
    expect(found).toBeDefined();
  }).toPass({ timeout: patient(), intervals: [200] });
  return found as T;
}

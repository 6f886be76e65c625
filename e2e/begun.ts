import { rm } from "node:fs/promises";
import { type Begun, owner, sessionOf, startService, withOwner } from "./service.ts";

/** What most tests begin with: an empty store in its present shape takes a second to make, and a password as long to be believed. */
interface Beginnings {
  /** Nobody has set it up yet. */
  readonly fresh: Begun;
  /** With an owner, who is signed in. */
  readonly owned: Begun;
}

const variable = "E2E_BEGINNINGS";

/** Makes them for all workers. Returns what removes them. */
export async function prepareBeginnings(): Promise<() => Promise<void>> {
  const first = await startService();
  await first.end();
  const fresh = { dataDir: first.dataDir };
  const second = await startService(withOwner, fresh);
  const session = await sessionOf(second.url, owner.email);
  await second.end();
  const made: Beginnings = { fresh, owned: { dataDir: second.dataDir, session } };
  process.env[variable] = JSON.stringify(made);
  return async () => {
    for (const { dataDir } of Object.values(made) as Begun[]) await rm(dataDir, { recursive: true, force: true });
  };
}

/** What the set-up of all tests has made. */
export function beginnings(): Beginnings {
  return JSON.parse(process.env[variable] ?? "") as Beginnings;
}

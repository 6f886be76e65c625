import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { allEndpoints } from "#contract/index.ts";

/** What no test has seen of the contract: endpoints without a success, and errors that they declare. `folder`: the notes of all test processes. */
export async function missingOutcomes(folder: string): Promise<string[]> {
  const seen = new Set<string>();
  for (const file of await readdir(folder)) for (const line of (await readFile(join(folder, file), "utf8")).split("\n")) seen.add(line);
  return allEndpoints.flatMap((endpoint) =>
    ["success", ...(endpoint.errors ?? [])]
      .filter((outcome) => !seen.has(`${endpoint.name} ${outcome}`))
      .map((outcome) => `${endpoint.name}: ${outcome}`),
  );
}

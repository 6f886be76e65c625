import { join } from "node:path";
import { buildConsoleIfStale } from "#server/console-build.ts";
import { prepareBeginnings } from "./begun.ts";

/** Builds the console once, before several services would do it at the same time, and the data that they begin with. */
export default async function prepare(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "..");
  await buildConsoleIfStale(root, join(root, "dist/console"));
  return prepareBeginnings();
}

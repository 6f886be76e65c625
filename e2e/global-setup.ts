import { join } from "node:path";
import { buildConsoleIfStale } from "#server/console-build.ts";

/** Builds the console once, before several services would do it at the same time. */
export default async function buildConsole(): Promise<void> {
  const root = join(import.meta.dirname, "..");
  await buildConsoleIfStale(root, join(root, "dist/console"));
}

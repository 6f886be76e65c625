import { parentPort, workerData } from "node:worker_threads";
import { describe } from "#server/platform/work/describe.ts";
import type { Asked, Told } from "./in-thread.ts";
import { readText } from "./read-text.ts";

// A thread that reads one file that somebody sent, and ends with it.
const { text, source } = workerData as Asked;
const tell = (told: Told) => parentPort?.postMessage(told);

tell({ begun: true });
await readText(text, source).then(
  (read) => tell({ read }),
  (error: unknown) => tell({ failed: describe(error) }),
);

import { parentPort, workerData } from "node:worker_threads";
import { describe } from "#server/platform/work/describe.ts";
import { createOutbound } from "#server/platform/outbound.ts";
import { McpFault } from "./faults.ts";
import { operations } from "./operations.ts";
import type { Answered, Asked } from "./threads.ts";

// A thread that speaks with the servers of others: reading what they send may take long and much memory, and requests must not wait for it.
const outbound = createOutbound((workerData as { allow: readonly string[] }).allow);

parentPort?.on("message", ({ id, operation, given }: Asked) => {
  const work = operations[operation] as (...all: unknown[]) => Promise<unknown>;
  work(outbound, ...given).then(
    (value) => answer({ id, value }),
    (error: unknown) => {
      if (!(error instanceof McpFault)) return answer({ id, error: describe(error) });
      const { kind, message, maybeDone, wanted } = error;
      return answer({ id, fault: { kind, message, maybeDone, wanted } });
    },
  );
});

function answer(answered: Answered): void {
  parentPort?.postMessage(answered);
}

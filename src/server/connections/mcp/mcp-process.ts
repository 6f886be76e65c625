import { describe } from "#server/platform/work/describe.ts";
import { createOutbound } from "#server/platform/outbound.ts";
import { endWithParent } from "#server/platform/work/child.ts";
import { McpFault } from "./faults.ts";
import { operations } from "./operations.ts";
import type { Answered, Asked } from "./processes.ts";

// A process that speaks with the servers of others: reading what they send can take long and much memory, and requests must not wait for it.
endWithParent();
const outbound = createOutbound(JSON.parse(process.argv[2] ?? "[]") as string[]);

process.on("message", ({ id, operation, given }: Asked) => {
  const work = operations[operation] as (...all: unknown[]) => Promise<unknown>;
  const told = () => answer({ id, atWork: true });
  told();
  // A call tells of its progress, behind the bound that it has by itself.
  const all = operation === "callTool" ? [...given, ...Array<undefined>(3 - given.length), told] : given;
  work(outbound, ...all).then(
    (value) => answer({ id, value }),
    (error: unknown) => {
      if (!(error instanceof McpFault)) return answer({ id, error: describe(error) });
      const { kind, message, maybeDone, wanted } = error;
      return answer({ id, fault: { kind, message, maybeDone, wanted } });
    },
  );
});

function answer(answered: Answered): void {
  process.send?.(answered, () => undefined);
}

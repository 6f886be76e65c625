import { endWithParent } from "./child.ts";
import { describe } from "./describe.ts";
import type { Answering, FromChild } from "./in-child.ts";

// A process that answers one question, and ends.
const end = () => process.exit();
const tell = (from: FromChild, then: () => void) => process.send?.(from, then);
const isOutOfMemory = (error: unknown) => error instanceof RangeError && /allocat/i.test(error.message);

endWithParent();
const { answer } = (await import(process.argv[2] ?? "")) as Answering;
process.once("message", ({ asked }: { asked: unknown }) => {
  answer(asked).then(
    (told) => tell({ told }, end),
    // Without an answer it says that it took too much.
    (error: unknown) => (isOutOfMemory(error) ? end() : tell({ failed: describe(error) }, end)),
  );
});
tell({ ready: true }, () => undefined);

import { it } from "vitest";
import { report, scaled } from "#server/testing/proof.ts";
import { stopAtRandom } from "./stops.cases.ts";

it("writes nothing behind a stop, at 1,000 random moments of a generation", async () => {
  const times = scaled(1_000, 20);
  const stopped = await stopAtRandom(times);
  report(`${times} generations, ${stopped} of them stopped before they ended`);
});

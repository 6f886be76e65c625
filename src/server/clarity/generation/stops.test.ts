import { it } from "vitest";
import { stopAtRandom } from "./stops.cases.ts";

it("writes nothing behind a stop, at 20 random moments of a generation", async () => void (await stopAtRandom(20)));

import { it } from "vitest";
import { stopAtRandom } from "./stops.cases.ts";

it("keeps what was seen and writes nothing behind a stop, at 1,000 random moments", () => stopAtRandom(1_000));

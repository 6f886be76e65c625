import { it } from "vitest";
import { stopAtRandom } from "./stops.cases.ts";

it("keeps what was seen and writes nothing behind a stop, at 20 random moments", () => stopAtRandom(20));

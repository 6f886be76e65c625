import { it } from "vitest";
import { scaled } from "#server/testing/proof.ts";
import { countThroughKills } from "./program-kills.cases.ts";

it("programs count exactly through 200 kill -9", { timeout: 3_000_000 }, () => countThroughKills(scaled(200, 2)));

import { it } from "vitest";
import { removeThroughKills } from "./retention-kills.cases.ts";

it("leaves nothing in part when it is killed in the middle of a portion", () =>
  removeThroughKills(["the last row of old runs", "events of cases"], 40));

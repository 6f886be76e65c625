import { test } from "vitest";
import { judgeWithKills } from "./judgings.cases.ts";

test("runs and cases are judged once each although the service is killed in the middle", () => judgeWithKills({ cases: 24, kills: 1 }));

import { test } from "vitest";
import { judgeWithKills } from "./judgings.cases.ts";

test("400 runs and cases are judged once each although the service is killed 20 times in the middle", { timeout: 900_000 }, () =>
  judgeWithKills({ cases: 400, kills: 20 }),
);

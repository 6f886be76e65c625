import { test } from "vitest";
import { crashImport, crashJobs } from "#server/testing/crash-jobs.ts";

test("ten jobs over 5,000 cases change and count each case once, killed one by one", { timeout: 600_000 }, () => crashJobs(10, 5_000));

test("an import of 10,000 rows makes a case of each row once, killed ten times", { timeout: 600_000 }, () => crashImport(10, 10_000));

import { test } from "vitest";
import { crashJobs } from "#server/testing/crash-jobs.ts";

test("ten jobs over 5,000 cases change and count each case once, killed one by one", { timeout: 600_000 }, () => crashJobs(10, 5_000));

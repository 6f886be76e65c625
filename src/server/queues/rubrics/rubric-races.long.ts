import { afterAll, beforeAll, test } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { raceForTheLast } from "./rubric-races.cases.ts";

let service: TestService;
beforeAll(async () => void (service = await startService({ env: { RATE_LIMIT_QUOTA: "1000000" } })));
afterAll(() => service.close());

test("a thousand times all rubrics of a queue are deleted at once, and the last one stays", () => raceForTheLast(service, 1000), 300_000);

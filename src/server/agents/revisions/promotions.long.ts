import { afterAll, beforeAll, test } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { promoteAtOnce } from "./promotions.cases.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

test("a thousand promotions at once leave exactly one live at every instant", () => promoteAtOnce(service, 1000), 120_000);

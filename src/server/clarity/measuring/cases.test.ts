import { afterAll, beforeAll, it } from "vitest";
import { type TestService, startService } from "#server/testing/service.ts";
import { measureHistories } from "./measured-histories.cases.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

it("are those that a count by hand finds, in random histories", () => measureHistories(service, 25));

import { expect, it } from "vitest";
import { startService } from "#server/testing/service.ts";
import { deliverOften } from "./deliveries.cases.ts";

it("starts one run for each of 10,000 events, delivered 30,000 times in any order", { timeout: 2_400_000 }, async () => {
  const service = await startService();
  await deliverOften(service, 10_000);
  await service.close();
  expect.hasAssertions();
});

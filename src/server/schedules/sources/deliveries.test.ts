import { expect, it } from "vitest";
import { startService } from "#server/testing/service.ts";
import { deliverOften } from "./deliveries.cases.ts";

it("starts one run for each event and trigger, however often and in which order it is delivered", async () => {
  const service = await startService();
  try {
    await deliverOften(service, 500);
  } finally {
    await service.close();
  }
  expect.hasAssertions();
});

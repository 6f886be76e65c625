import { expect, it } from "vitest";
import { startService } from "#server/testing/service.ts";
import { takePayloads } from "./payloads.cases.ts";

it("takes 20 payloads of GitHub and Stripe as they sign them, each once, whole, and under its own id", async () => {
  const service = await startService();
  try {
    await takePayloads(service, 10);
  } finally {
    await service.close();
  }
  expect.hasAssertions();
});

import { expect, it } from "vitest";
import { startService } from "#server/testing/service.ts";
import { takePayloads } from "./payloads.cases.ts";

it("takes 400 payloads of GitHub and Stripe as they sign them, each once, whole, and under its own id", async () => {
  const service = await startService({ env: { RATE_LIMIT_QUOTA: "100000" } });
  try {
    await takePayloads(service, 200);
  } finally {
    await service.close();
  }
  expect.hasAssertions();
});

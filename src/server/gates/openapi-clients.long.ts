import { afterAll, beforeAll, expect, it } from "vitest";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { buildClient } from "./clients/build-client.ts";
import { generators } from "./clients/generators.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it.each(generators)("a client by $name does the main job", { timeout: 180_000 }, async (generator) => {
  const client = await buildClient(generator, openApiDocument(service.url));
  try {
    expect(await client.drive({ url: service.url, key: service.keys.owner, team: service.teamId })).toEqual({
      size_bytes: 8,
      ranLive: true,
      status: "completed",
      output: "GRÜSSE\u0000",
      created: ["Invoice 1", "none"],
      changed: [true, "high"],
      failure: "not_found",
    });
  } finally {
    await client.remove();
  }
});

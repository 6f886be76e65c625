import { it } from "vitest";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { buildClient } from "./clients/build-client.ts";
import { oazapfts } from "./clients/generators.ts";

/** One generator here; `openapi-clients.long.ts` drives all of them against a service. */
it("becomes a client with types called as the records are", async () => {
  const { remove } = await buildClient(oazapfts, openApiDocument("https://caseload.invalid"));
  await remove();
});

import { endpoint } from "#contract/endpoint.ts";
import { record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

export const listPluginCatalog = endpoint({
  name: "listPluginCatalog",
  method: "GET",
  path: "/v2/plugins/catalog",
  area: "Plugins",
  summary: "The plugins that a configuration can name: none",
  access: { scope: "self" },
  reads: [],
  reply: z.strictObject({
    /** What could be listed here would be loaded by nothing. Instructions and files for agents are skills. */
    plugins: z.array(record("Plugin", { name: z.string(), type: z.string(), description: z.string() })),
  }),
});

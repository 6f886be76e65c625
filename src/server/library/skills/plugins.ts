import type * as contract from "#contract/library/plugins.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const pluginHandlers: Handlers<typeof contract> = {
  listPluginCatalog() {
    return { plugins: [] };
  },
};

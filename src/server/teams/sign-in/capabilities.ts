import type * as contract from "#contract/teams/capabilities.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const capabilityHandlers: Handlers<typeof contract, EngineContext> = {
  getCapabilities(_input, { engine }) {
    return engine.capabilities();
  },
};

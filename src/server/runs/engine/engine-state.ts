import type * as contract from "#contract/runs/engine.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const engineStateHandlers: Handlers<typeof contract, EngineContext> = {
  async getEngineState(_input, { engine }) {
    return { engine: await engine.state() };
  },
};

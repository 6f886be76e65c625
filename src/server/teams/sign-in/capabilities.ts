import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import type * as contract from "#contract/teams/capabilities.ts";
import type { EngineContext } from "#server/engine/engine-port.ts";
import type { Handlers } from "#server/platform/http/context.ts";

export const capabilityHandlers: Handlers<typeof contract, EngineContext> = {
  async getCapabilities(_input, { engine }) {
    const [own, { models, unlisted }] = await Promise.all([engine.capabilities(), engine.offeredModels()]);
    const isPractice = ({ name }: contract.Model) => name === scriptedModelName;
    const first = own.models.filter((model) => !isPractice(model));
    const listed = models.filter((model) => !isPractice(model) && first.every(({ name }) => name !== model.name));
    return { ...own, models: [...first, ...listed, ...own.models.filter(isPractice)], unlisted_providers: [...unlisted] };
  },
};

import { scriptedModelName, stepLines, textOf } from "#contract/agents/scripted-steps.ts";
import type { Check } from "./check.ts";

/** What this installation cannot run: programs without a sandbox, models without a provider, prose with the built-in model. */
export const installation: Check = async ({ config: { data }, context: { engine } }) => {
  const { sandbox, models, any_model: anyModel } = await engine.capabilities();
  if ("language" in data) {
    if (sandbox.available) return [];
    const message = `This installation cannot run programs: ${sandbox.reason ?? "its sandbox is not available"}.`;
    return [{ code: "sandbox_unavailable", severity: "blocks", message, subject: { id: null, name: "sandbox" }, fix: "ask_operator" }];
  }
  if (data.model === scriptedModelName && stepLines(textOf(data.input)).length === 0) {
    const message = "The instructions have no step that the practice model (scripted) can follow.";
    return [{ code: "no_steps", severity: "blocks", message, subject: { id: null, name: data.model }, fix: "edit_revision" }];
  }
  if (anyModel || models.some(({ name }) => name === data.model)) return [];
  const message = `This installation has no provider for the model ${data.model}.`;
  return [{ code: "model_unavailable", severity: "blocks", message, subject: { id: null, name: data.model }, fix: "edit_revision" }];
};

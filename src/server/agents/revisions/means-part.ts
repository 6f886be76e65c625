import { scriptedModelName, stepLines, textOf } from "#contract/agents/scripted-steps.ts";
import type { ToolType } from "#contract/agents/config.ts";
import type { AccessEntry } from "#contract/agents/access.ts";
import type { AccessSource, Check, RevisionPart } from "#server/engine/revision-part.ts";

/** What this installation cannot run: programs without a sandbox, models without a provider, prose with the built-in model. */
const installation: Check = async ({ config: { data }, context: { engine } }) => {
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

const does: Record<ToolType, string> = {
  files: "lists, reads and writes the team's files",
  python: "runs programs in a sandbox without network",
  human_request: "asks people and waits for their answer",
  memory: "reads and changes the agent's memory",
  cases: "reads and changes cases",
  handover: "hands off work to other agents",
  mcp: "calls the tools of connected servers",
};

/** A program's way out is its socket; a model has the tools that its configuration allows, every one when it names none. */
const tools: AccessSource = async ({ config, context: { engine } }) => {
  if (!config) return [];
  if ("language" in config.data) return [entry("python", "runs this program in a sandbox without network")];
  const named = config.data.tools?.map(({ type }) => type) ?? [];
  return engine
    .toolTypes()
    .filter((type) => named.length === 0 || named.includes(type))
    .map((type) => entry(type, does[type]));
};

function entry(type: ToolType, detail: string): AccessEntry {
  return { kind: "tool", id: type, name: type, detail };
}

/** What runs work with: a model or a sandbox, and tools. */
export const meansPart: RevisionPart = { name: "means", checks: [installation], reach: tools };

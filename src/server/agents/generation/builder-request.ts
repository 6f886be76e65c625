import { blobKeys } from "#server/agents/code/code-blobs.store.ts";
import type { ModelRequest, Turn } from "#server/engine/models/port.ts";
import { decodeText } from "#server/library/files/decode-text.ts";
import { askTool, asWritten, builderTools, proposeTool } from "./builder-answer.ts";
import type { ClaimedBuilderRun } from "./builder-log.ts";
import type { EngineServices } from "#server/engine/services.ts";

/** Characters of a bundle's texts that a model is shown; further files are named only. */
const maxBundleText = 400_000;

const families = {
  agent:
    "The agent is a language model that works on its own: `input` holds its instructions, best as a goal followed by numbered steps; the other fields are its settings.",
  code: "The agent is a Python 3 program without network. It works in /workspace, finds declared team files below files/ and keeps what it writes below output/. RUN_MESSAGE in the environment holds what the person wrote. Only the standard library and the module `caseload` (log, files) are there.",
};

/** The next request of a builder run, made of nothing but what is stored. */
export async function builderRequest(
  services: Pick<EngineServices, "objects" | "store">,
  run: ClaimedBuilderRun,
  turns: Turn[],
  signal: AbortSignal,
): Promise<ModelRequest> {
  const rules = `You write the configuration of the agent “${run.agent_name}”. ${families[run.type]}
Change what the person asks for and keep the rest. Answer with one call: ${proposeTool} with the whole configuration, or ${askTool} when you cannot continue without knowing something. Nothing you write takes effect before a person accepts it.`;
  const draft = run.config && asWritten(run.config, await bundleTexts(services, run));
  return {
    settings: { model: run.model, input: "" },
    instructions: [
      { role: "system", content: rules },
      { role: "system", content: draftHeading + JSON.stringify(draft) },
      ...(run.context ? [{ role: "system" as const, content: run.context }] : []),
    ],
    skills: [],
    turns,
    tools: builderTools(run.type),
    signal,
  };
}

const draftHeading = "The configuration as it is:\n";

/** The draft that a request is about, for a model that does not read prose. */
export function draftIn({ instructions }: Pick<ModelRequest, "instructions">): Record<string, unknown> {
  const content = typeof instructions === "string" ? "" : instructions[1]?.content;
  if (typeof content !== "string" || !content.startsWith(draftHeading)) return {};
  return (JSON.parse(content.slice(draftHeading.length)) as Record<string, unknown> | null) ?? {};
}

async function bundleTexts(
  { objects, store }: Pick<EngineServices, "objects" | "store">,
  run: ClaimedBuilderRun,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  const source = run.config && "source" in run.config.data ? run.config.data.source : undefined;
  const files = (source?.kind === "files" && source.bundle?.files) || [];
  const keys = await blobKeys(
    store.db,
    run.team_id,
    files.map(({ sha256 }) => sha256),
  );
  let room = maxBundleText;
  for (const file of files) {
    room -= file.sizeBytes;
    if (room < 0) break;
    const content = decodeText(await objects.bytes(keys.get(file.sha256) ?? ""));
    if (content !== undefined) texts.set(file.sha256, content);
  }
  return texts;
}

import { withPlainNumbers } from "#contract/exact-json.ts";
import { type Config, CodeStepData, FilesSource, InlineSource, ModelStepData, type StepType } from "#contract/agents/config.ts";
import { filePath, text } from "#contract/fields.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import { z } from "#contract/zod.ts";
import { parametersOf } from "#server/engine/models/parameters-of.ts";
import type { ModelPart, ToolSpec } from "#server/engine/models/port.ts";
import { AskedQuestion } from "#server/engine/tools/ask-person.ts";

export const proposeTool = "propose_configuration";
export const askTool = "ask_person";

const summary = text(1, 1000);
const fileText = text(0, 131_072).refine((content) => Buffer.byteLength(content) <= 131_072, { error: "Use at most 131072 bytes" });

/** A bundle as a model writes it: texts instead of digests. A file without `content` stays as the draft has it. */
const WrittenFiles = z.strictObject({
  ...FilesSource.omit({ bundle: true }).shape,
  files: z
    .array(z.strictObject({ path: filePath, content: fileText.optional() }))
    .max(200)
    .refine((files) => new Set(files.map((f) => f.path)).size === files.length, { error: "Two files have the same path" }),
});
const WrittenCode = z.strictObject({ ...CodeStepData.shape, source: z.discriminatedUnion("kind", [InlineSource, WrittenFiles]) });
export type WrittenCode = z.output<typeof WrittenCode>;

const proposals = {
  agent: z.strictObject({ summary, data: ModelStepData }),
  code: z.strictObject({ summary, data: WrittenCode }),
};
const Ask = z.strictObject({ questions: z.array(AskedQuestion).min(1).max(5) });

/** The two ways a builder model can answer, as tools, so that what it says has to have a form. */
export function builderTools(type: StepType): ToolSpec[] {
  return [
    {
      name: proposeTool,
      description: "Give the whole new configuration and say in a sentence or two what changed. A person reviews it.",
      parameters: parametersOf(proposals[type]),
    },
    { name: askTool, description: "Ask the person what you cannot know. Their answers come as the result.", parameters: parametersOf(Ask) },
  ];
}

type Call = Extract<ModelPart, { type: "call" }>;
export type Calling = Extract<ModelPart, { type: "call" | "unreadable_call" }>;

export type BuilderAnswer =
  | { kind: "ask"; call: Call; questions: Question[] }
  | { kind: "propose"; call: Call; summary: string; data: ModelStepData | WrittenCode }
  | { kind: "invalid"; call: Calling | undefined; message: string };

/** What a model's answer means. Of several calls the first counts. Pure. */
export function readAnswer(type: StepType, calls: readonly Calling[]): BuilderAnswer {
  const call = calls[0];
  if (!call) return { kind: "invalid", call, message: `The answer called nothing. Call ${proposeTool} or ${askTool}.` };
  if (call.type === "unreadable_call") return { kind: "invalid", call, message: call.error };
  if (call.name === askTool) {
    const ask = Ask.safeParse(call.arguments);
    if (!ask.success) return { kind: "invalid", call, message: words(ask.error) };
    return { kind: "ask", call, questions: ask.data.questions.map(plain) };
  }
  if (call.name !== proposeTool)
    return { kind: "invalid", call, message: `There is no tool ${call.name}. Call ${proposeTool} or ${askTool}.` };
  const proposal = proposals[type].safeParse(withPlainNumbers(call.arguments));
  if (!proposal.success) return { kind: "invalid", call, message: words(proposal.error) };
  return { kind: "propose", call, ...proposal.data };
}

/** Without keys that hold `undefined`, which a stored question cannot have. */
function plain(question: z.output<typeof AskedQuestion>): Question {
  return JSON.parse(JSON.stringify(question)) as Question;
}

/** What is wrong, one line a field, at most ten. */
function words(error: z.ZodError): string {
  return error.issues
    .slice(0, 10)
    .map((issue) => (issue.path.length > 0 ? `${issue.path.join(".")}: ${issue.message}` : issue.message))
    .join("\n");
}

/** A configuration in the form in which a model reads and writes it; `contents` are the texts of its bundle. */
export function asWritten(config: Config, contents: ReadonlyMap<string, string>): ModelStepData | WrittenCode {
  const { data } = config;
  if (!("language" in data) || data.source.kind === "inline") return data as ModelStepData | WrittenCode;
  const { bundle, ...source } = data.source;
  const files = (bundle?.files ?? []).map(({ path, sha256 }) => {
    const content = contents.get(sha256);
    return content === undefined ? { path } : { path, content };
  });
  return { ...data, source: { ...source, files } };
}

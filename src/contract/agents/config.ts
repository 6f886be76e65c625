import { filePath, text, uuid } from "#contract/fields.ts";
import { choice, record } from "#contract/record.ts";
import { z } from "#contract/zod.ts";

// The configuration of a revision: `{version: "v1", data}`, where `data` is one of two closed families.
// Limits without a source are ours and exist so that every input has one.

/** Instructions, a message, a program of one file: as many characters. */
export const maxStepText = 500_000;
/** A program of several files: so many, each so long. */
export const maxBundleFiles = 200;
export const maxBundleFileBytes = 131_072;

/** Team files by path. The specification gives no count. */
const teamFiles = z.array(filePath).max(200).nullable().optional().meta({ default: [] });

export const InlineSource = record("InlineSource", {
  kind: z.literal("inline"),
  /** The program; runs as `python main.py`. */
  code: text(1, maxStepText),
});

export const BundleFile = record("BundleFile", {
  path: filePath,
  sha256: z.string().regex(/^[0-9a-f]{64}$/, { error: "Use the 64 lowercase hex digits of a SHA-256 digest" }),
  sizeBytes: z.int().min(0).max(maxBundleFileBytes),
});
export type BundleFile = z.output<typeof BundleFile>;

export const FilesSource = record("FilesSource", {
  kind: z.literal("files"),
  /** Runs by `/bin/sh -c` in `/workspace`. */
  startCommand: text(1, 2000),
  bundle: record("CodeBundle", {
    bucket: text(1, 200),
    files: z
      .array(BundleFile)
      .max(maxBundleFiles)
      .refine((files) => new Set(files.map((f) => f.path)).size === files.length, {
        error: "Two files have the same path",
      }),
  }).optional(),
});

export const defaultTimeoutMs = 600_000;
export const CodeStepData = record("CodeStepData", {
  language: z.literal("python"),
  source: choice("CodeSource", "kind", [InlineSource, FilesSource]),
  files: teamFiles,
  /** Wall-clock budget of one execution in milliseconds. */
  timeoutMs: z.int().min(1).max(3_600_000).optional().meta({ default: defaultTimeoutMs }),
});
export type CodeStepData = z.output<typeof CodeStepData>;

const ContentPart = choice("ContentPart", "type", [
  record("InputText", { type: z.literal("input_text"), text: text(0, maxStepText) }),
  record("InputImage", {
    type: z.literal("input_image"),
    detail: z.enum(["low", "high", "auto"]).nullable().optional(),
    file_id: text(1, 1024).nullable().optional(),
    url: text(1, 2000).nullable().optional(),
  }),
  record("InputFile", { type: z.literal("input_file"), file_id: text(1, 1024) }),
]);

export const InputMessage = record("InputMessage", {
  role: z.enum(["system", "user", "assistant"]),
  content: z.union([text(0, maxStepText), z.array(ContentPart).max(100)]),
  type: z.literal("message").nullable().optional(),
});
export type InputMessage = z.output<typeof InputMessage>;

export const toolTypes = ["files", "python", "human_request", "memory", "cases", "handover", "mcp"] as const;
export type ToolType = (typeof toolTypes)[number];

export const ModelStepData = record("ModelStepData", {
  model: text(1, 200),
  temperature: z.number().min(0).max(2).nullable().optional(),
  max_output_tokens: z.number().gt(0).max(9007199254740991).nullable().optional(),
  top_p: z.number().min(0).max(1).nullable().optional(),
  store: z.boolean().nullable().optional(),
  /** Absent or empty: every built-in tool. Otherwise exactly the listed kinds. */
  tools: z
    .array(record("Tool", { type: z.enum(toolTypes) }))
    .max(20)
    .nullable()
    .optional(),
  /** The instructions. */
  input: z.union([text(0, maxStepText), z.array(InputMessage).max(200)]),
  text: z
    .strictObject({
      format: z
        .strictObject({ type: z.enum(["text", "json_object"]) })
        .nullable()
        .optional(),
    })
    .nullable()
    .optional(),
  files: teamFiles,
  skills: z.array(text(1, 200)).max(100).nullable().optional().meta({ default: [] }),
});
export type ModelStepData = z.output<typeof ModelStepData>;

export const CodeStepConfig = record("CodeStepConfig", { version: z.literal("v1"), data: CodeStepData });
export const ModelStepConfig = record("ModelStepConfig", { version: z.literal("v1"), data: ModelStepData });
export type CodeStepConfig = z.output<typeof CodeStepConfig>;
export type ModelStepConfig = z.output<typeof ModelStepConfig>;

export const Config = z.union([ModelStepConfig, CodeStepConfig]).meta({ id: "Config" });
export type Config = z.output<typeof Config>;

/** `agent` is the model step, `code` the code step; fixed when the agent is created. */
export const stepTypes = ["agent", "code"] as const;
export type StepType = (typeof stepTypes)[number];

export function stepOf(config: Config): StepType {
  return "language" in config.data ? "code" : "agent";
}

/** The name of the file that holds an inline program. */
export const mainFile = "main.py";
export const handoverTargets = z.array(uuid).max(50);

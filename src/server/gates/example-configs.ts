import type { Config, InputMessage } from "#contract/agents/config.ts";
import { bucketOf } from "#server/agents/code/code-blobs.store.ts";
import { waitingConfig } from "#server/gates/stage/agents.ts";

const messages: InputMessage[] = [
  { role: "system", content: "Be brief.", type: "message" },
  {
    role: "user",
    content: [
      { type: "input_text", text: "What is this?" },
      { type: "input_image", detail: "auto", file_id: "images/receipt.png", url: "https://example.com/receipt.png" },
      { type: "input_file", file_id: "reports/march.csv" },
    ],
    type: "message",
  },
];

/** Every field of a model step. */
const fullModel: Config = {
  version: "v1",
  data: {
    model: "scripted",
    temperature: 0.5,
    max_output_tokens: 1000,
    top_p: 0.5,
    store: true,
    tools: [{ type: "human_request" }],
    input: 'approve "Go on?"',
    text: { format: { type: "text" } },
    files: ["reports/march.csv"],
    skills: ["bookkeeping"],
  },
};

const inlineCode: Config = {
  version: "v1",
  data: { language: "python", source: { kind: "inline", code: "print(1)" }, files: ["reports/march.csv"], timeoutMs: 60_000 },
};

function bundledCode(teamId: string): Config {
  const files = [{ path: "src/main.py", sha256: "0".repeat(64), sizeBytes: 10 }];
  return {
    version: "v1",
    data: {
      language: "python",
      source: { kind: "files", startCommand: "python src/main.py", bundle: { bucket: bucketOf(teamId), files } },
    },
  };
}

/** Configurations that together show every field and every branch. The first one is accepted for a model step. */
export function exampleConfigs(teamId: string): [Config, ...Config[]] {
  return [
    fullModel,
    { version: "v1", data: { ...waitingConfig.data, input: messages } as Config["data"] } as Config,
    inlineCode,
    bundledCode(teamId),
  ];
}

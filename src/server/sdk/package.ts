import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { terminalStatuses } from "#contract/runs/run.ts";
import { commandTable } from "./commands.ts";
import { declarations } from "./declarations.ts";
import { sdkOperations } from "./operations.ts";

const root = join(import.meta.dirname, "../../..");
const source = join(root, "src/sdk");

/** Every file of the npm package `caseload`, by its path in there: what is written in `src/sdk`, and what is printed from the contract. */
export function packageFiles(): Record<string, string> {
  const { name = "", version = "", license = "" } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<string, string>;
  const files = {
    "package.json": manifest({ name, version, license }),
    "README.md": readFileSync(join(source, "README.md"), "utf8"),
    LICENSE: readFileSync(join(root, "LICENSE"), "utf8"),
    "bin.js": bin,
    "commands.js": `export const commands = ${JSON.stringify(commandTable(version))};\n`,
    "index.js": index(version),
    "index.d.ts": declarations(),
    "shapes.d.ts": readFileSync(join(source, "shapes.ts"), "utf8"),
    "errors.d.ts": errorsDeclared,
    "exact-json.js": runnable(readFileSync(join(root, "src/contract/exact-json.ts"), "utf8")),
    "operations.js": operations(),
    ...Object.fromEntries(written("").map((path) => [path.replace(/\.ts$/, ".js"), runnable(readFileSync(join(source, path), "utf8"))])),
  };
  return Object.fromEntries(
    Object.entries(files)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, text]) => [`package/${path}`, text]),
  );
}

/** Paths of the package that a program loads which uses the client. */
export function clientFiles(): readonly string[] {
  return [
    "index.js",
    "operations.js",
    "exact-json.js",
    ...written("")
      .filter((path) => !path.includes("/"))
      .map((path) => path.replace(/\.ts$/, ".js")),
  ];
}

const index = (version: string) => `import { Client } from "./client.js";
import { finalStatuses, operations } from "./operations.js";
export { CaseloadError } from "./errors.js";
export { verifyWebhook } from "./webhooks.js";
export class Caseload extends Client {
  constructor(options) {
    super(operations, finalStatuses, options, ${JSON.stringify(version)});
  }
}
`;

const bin = `#!/usr/bin/env node
import { main } from "./cli/main.js";
import { commands } from "./commands.js";
import { Caseload } from "./index.js";
const { env, stdin, stdout, stderr, argv } = process;
const say = (text) => stderr.write(text + "\\n");
stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 0 : 1));
process.exitCode = await main(commands, argv.slice(2), { env, stdin, stdout, stderr, say }, (options) => new Caseload(options));
`;

function manifest(named: Readonly<Record<"name" | "version" | "license", string>>): string {
  const content = {
    ...named,
    description: "Client and command line of Caseload",
    type: "module",
    bin: { caseload: "bin.js" },
    exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
    imports: { "#sdk/*.ts": "./*.js", "#contract/exact-json.ts": "./exact-json.js" },
    engines: { node: ">=20.3" },
    sideEffects: false,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** What a program names is among the declarations as it is; what the reference in the console says is no part of the package. */
const leftOut = /^(shapes\.ts$|reference\/)/;

function operations(): string {
  const table: Record<string, Record<string, unknown>> = {};
  for (const { noun, verb, operation } of sdkOperations()) (table[noun] ??= {})[verb] = operation;
  return `export const finalStatuses = ${JSON.stringify(terminalStatuses)};\nexport const operations = ${JSON.stringify(table)};\n`;
}

/** Files of `src/sdk` that run in the package. */
function written(folder: string): string[] {
  return readdirSync(join(source, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) return written(path);
      return /(?<!\.test)\.ts$/.test(path) && !leftOut.test(path) ? [path] : [];
    })
    .toSorted();
}

/** As JavaScript. Erased types leave blanks in their place, which say nothing in a package. */
function runnable(text: string): string {
  return withoutWarning(() => stripTypeScriptTypes(text))
    .replaceAll(/(from\s+"\.\/[^"]+)\.ts"/g, '$1.js"')
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\n{2,}/g, "\n");
}

/** The runtime warns that the form of the call may change; its version is this repository's. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return work();
  } finally {
    process.emitWarning = emitWarning;
  }
}

const errorsDeclared = `import type { FieldIssue } from "./shapes.js";
/**
 * A refusal of the service. \`status\` is 0 where there was none: \`code\` is \`unreachable\` or \`timeout\` without an answer, and \`invalid_address\`, \`invalid_key\`
 * or \`invalid_header\` where nothing could be sent. \`message\` is a sentence for a person.
 */
export declare class CaseloadError extends Error {
  readonly status: number;
  /** Does not change between versions; the reference lists those of each operation. */
  readonly code: string;
  readonly issues: readonly FieldIssue[];
  /** Names the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Seconds after which the service takes the call again. */
  readonly retryAfter: number | undefined;
  /** What the error carries beside its code and message, such as the present \`version\`. */
  readonly extra: Readonly<Record<string, unknown>>;
}
`;

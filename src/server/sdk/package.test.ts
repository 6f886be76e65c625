import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { fieldsOf } from "#contract/ids.ts";
import { resources } from "#contract/index.ts";
import { endpointsOf } from "#contract/endpoint.ts";
import { clientFiles, packageFiles } from "./package.ts";
import { furtherVerbs } from "./declarations.ts";
import { sdkOperations } from "./operations.ts";
import { tgz } from "./tar.ts";

const root = join(import.meta.dirname, "../../..");
const run = promisify(execFile);
const files = packageFiles();

it("is the same bytes each time, and a client of at most 24 kB packed without anything else to install", () => {
  expect(tgz(packageFiles()).equals(tgz(files))).toBe(true);
  const loaded = clientFiles().map((path) => files[`package/${path}`] ?? expect.fail(`There is no ${path}`));
  expect(gzipSync(loaded.join("\n")).length).toBeLessThanOrEqual(24 * 1024);
  const manifest = JSON.parse(files["package/package.json"] ?? "") as Record<string, unknown>;
  expect(manifest).toMatchObject({ name: "caseload", type: "module" });
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

it("has every operation that a key may call, under a name of its own", () => {
  const names = sdkOperations().map(({ noun, verb }) => `${noun}.${verb}`);
  expect(names.length).toBeGreaterThan(300);
  expect(new Set([...names, ...furtherVerbs]).size).toBe(names.length + furtherVerbs.length);
  expect(names).toEqual(
    expect.arrayContaining(["runs.list", "runs.start", "cases.create", "queues.create", "agents.create", "apiKeys.list", "live.stream"]),
  );
});

it("goes on with every list in the way that its answer says", () => {
  const lists = sdkOperations().flatMap(({ noun, verb, operation }) =>
    operation.list ? [`${noun}.${verb} ${operation.list.join(" ")}`] : [],
  );
  expect(lists).toEqual(
    expect.arrayContaining([
      "runs.list data after",
      "runs.listMessages messages offset",
      "cases.list cases after",
      "cases.search cases after",
      "agents.list agents offset",
      "team.list teams none",
      "notifications.list notifications cursor",
    ]),
  );
  // None with pages is taken for one without.
  const unpaged = sdkOperations().filter(
    ({ operation, endpoint }) => operation.list?.[1] === "none" && "offset" in fieldsOf(endpoint.query),
  );
  expect(unpaged.map(({ endpoint }) => endpoint.name)).toEqual([]);
});

/** Where the name of an export leads to an operation in the contract. */
function compared(): string {
  const offered = new Set(sdkOperations().map(({ endpoint }) => endpoint.name));
  const lines = Object.entries(resources).flatMap(([resource, module]) =>
    endpointsOf(module)
      .filter(([, endpoint]) => offered.has(endpoint.name))
      .flatMap(([name, endpoint]) => {
        const type = endpoint.name.slice(0, 1).toUpperCase() + endpoint.name.slice(1);
        const declared = `Resources["${resource}"]["${name}"]`;
        return [
          `export const reply_${endpoint.name}: Both<ReplyOf<${declared}>, sdk.${type}Reply> = true;`,
          `export const input_${endpoint.name}: Both<GivenTo<${declared}>, sdk.${type}Input> = true;`,
        ];
      }),
  );
  const error = `export const error: Both<Written, sdk.CaseloadError> = true;`;
  return `${prelude}\n${error}\n${lines.join("\n")}\n`;
}

const prelude = `import type { EndpointSpec, Reply } from "${root}/src/contract/endpoint.ts";
import type { Resources } from "${root}/src/contract/index.ts";
import type { $ZodType, Input, Output } from "${root}/src/contract/zod.ts";
import type { CaseloadError as Written } from "${root}/src/sdk/errors.ts";
import type * as sdk from "./package/index.js";

type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : "the client takes or says more") : "the contract takes or says more";
type ReplyOf<E extends EndpointSpec> = E extends { readonly status: 204 } ? undefined : Reply<E>;
type Part<E, K extends "params" | "query" | "body", D extends "in" | "out"> = E extends { readonly [P in K]: infer S extends $ZodType }
  ? D extends "in" ? Input<S> : Output<S> : unknown;
/** An address has text only: what a field of it has to be is what its schema makes of it, and what may be left out is what may be sent so. */
type InAddress<E, K extends "params" | "query"> = Part<E, K, "out"> extends infer O ? unknown extends O ? unknown
  : { [F in keyof O as F extends Optional<Part<E, K, "in">> ? F : never]?: O[F] }
  & { [F in keyof O as F extends Optional<Part<E, K, "in">> ? never : F]: O[F] } : never;
type Optional<T> = { [F in keyof T]-?: object extends Pick<T, F> ? F : undefined extends T[F] ? F : never }[keyof T];
type GivenTo<E> = InAddress<E, "params"> & InAddress<E, "query"> & Part<E, "body", "in"> & (E extends { readonly bytes: number } ? { content: sdk.Content } : unknown) extends infer G ? unknown extends G ? Record<string, never> : G : never;
`;

it("has the contract's types: input and reply of each operation, in both directions", async () => {
  const folder = await mkdtemp(join(tmpdir(), "caseload-types-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const text = compared();
    await writeFile(join(folder, "compared.ts"), text);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["compared.ts"], include: [`${root}/src/contract/**/*.ts`] }),
    );
    const { stdout } = await run(join(root, "node_modules/.bin/tsc"), ["--project", "."], {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
    }).catch((error: unknown) => error as { stdout: string });
    const lines = text.split("\n");
    const faults = stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => /^compared\.ts\((\d+),14\)/.exec(line)?.[1] ?? line)
      .map((line) => /^export const (\w+)/.exec(lines[Number(line) - 1] ?? "")?.[1] ?? line);
    expect(faults.toSorted()).toEqual(broader);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Where the client says less than the contract's own types, and why. */
const broader = [
  // A number that is required in an address: what the contract takes there is any text.
  "input_getFileVersion",
  // The document says that the fields of a queue are a JSON Schema, and not which parts of JSON Schema the service knows.
  "input_replaceQueueJsonSchema",
  "reply_attachQueueJsonSchema",
  "reply_detachQueueJsonSchema",
  "reply_getCaseJsonSchema",
  "reply_getQueueJsonSchema",
  "reply_replaceQueueJsonSchema",
  "reply_updateQueueJsonSchemaSettings",
];

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: "es2024",
  lib: ["es2024", "dom", "dom.iterable", "esnext.iterator", "esnext.collection"],
  module: "nodenext",
  types: ["node"],
  allowImportingTsExtensions: true,
  // Of libraries; what the package declares is imported as it is, and checked by what is compared with it.
  skipLibCheck: true,
};

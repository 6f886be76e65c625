import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type $ZodType, z } from "#contract/zod.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { replaced } from "./inputs.ts";
import { unwrap } from "./schema-nodes.ts";
import { quiet, storeDigest, withoutSweeps } from "./store-digest.ts";
import { type Input, byKey, faults, requestsSent, send, wireOf } from "./wire.ts";

/** Spellings of a place outside, as they go over the line in an address: written out, encoded, in other letters, or cut short. */
const climbs = ["..", "%2e%2e", "%2E%2e", ".%2e", "%2e.", "..%00", "%2e%2e%2f..", "a/..", "a/../..", "./.."];
const separators = ["/", "%2f", "%2F", "%5c", "\\", "//", "/./", "%2f%2f"];
const others = [
  "%00",
  "a%00b",
  "a%0ab",
  "%7f",
  "a//b",
  "a/",
  "./a",
  "a/./b",
  "a/.",
  "/etc/passwd",
  "%2fetc%2fpasswd",
  "C:%5cx",
  "%5c%5chost%5cx",
  "%",
  "%zz",
  "%ff",
  "%c0%ae%c0%ae/x",
  "%c0%af",
  "%ed%a0%80",
  "a%5cb",
];

/** `count` spellings, the same every time. */
function spellings(count: number): string[] {
  const made = [...others];
  for (let depth = 1; made.length < count; depth++)
    for (const climb of climbs) for (const separator of separators) made.push(`${`${climb}${separator}`.repeat(depth)}etc/passwd`);
  const climbing = made.slice(others.length);
  const step = climbing.length / Math.max(1, count - others.length);
  return [...others, ...Array.from({ length: count - others.length }, (_, i) => climbing[Math.floor(i * step)] ?? "..")];
}

interface PathField {
  readonly part: "params" | "query" | "body";
  readonly name: string;
  /** What a path here begins with. */
  readonly root: string;
}

/** Fields that take `a/b/c` (a media type has two parts) and no `a/../b`: the contract itself says which ones are paths. */
function pathFields({ endpoint }: Subject): PathField[] {
  return (["params", "query", "body"] as const).flatMap((part) => {
    const schema = endpoint[part];
    const node = schema && unwrap(schema).node;
    if (node?.kind !== "object") return [];
    return Object.entries(node.shape).flatMap(([name, field]) => {
      const root = ["", "/workspace/"].find((start) => takes(field, `${start}a/b/c`) && !takes(field, `${start}a/../b`));
      return root === undefined ? [] : [{ part, name, root }];
    });
  });
}

function takes(schema: $ZodType, value: string): boolean {
  return z.safeParse(schema, value).success;
}

/** Registers the tests that try `count` spellings of a way out in every field that is a path. */
export function climbEveryPath(count: number): void {
  let service: TestService;
  beforeAll(async () => void (service = await startService({ engine: withoutSweeps })));
  afterAll(async () => {
    process.stdout.write(`paths: ${requestsSent()} requests\n`);
    await service.close();
  });
  const withPaths = subjects.map((subject) => ({ ...subject, fields: pathFields(subject) })).filter(({ fields }) => fields.length > 0);

  it("finds the paths", () => {
    expect(withPaths.length).toBeGreaterThan(12);
    for (const { endpoint, fields } of withPaths)
      if (endpoint.path.endsWith("{path}"))
        expect(
          fields.map((f) => f.name),
          endpoint.name,
        ).toContain("path");
  });

  describe.each(withPaths)("$title", (subject) => {
    it("leads nowhere but below its root", async () => {
      const input = await inputFor(subject, stageFor(service));
      await quiet(service);
      const before = [await storeDigest(service), await around(service)];
      for (const field of subject.fields) for (const spelling of spellings(count)) await tryOne(service, subject, input, field, spelling);
      expect([await storeDigest(service), await around(service)]).toEqual(before);
    });
  });
}

const marker = "zz-spelled-by-hand";

async function tryOne(
  service: TestService,
  { endpoint }: Subject,
  input: Input,
  { part, name, root }: PathField,
  spelling: string,
): Promise<void> {
  const key = byKey(service.keys.owner);
  const marked = wireOf(endpoint, replaced(input, [part, name], part === "params" ? marker : root + decoded(spelling)), key);
  const wire = { ...marked, path: marked.path.replace(marker, () => spelling) };
  const answer = await send(service.url, wire);
  expect(faults(answer), `${part}.${name} ${spelling}`).toEqual([]);
  expect([400, 404], `${part}.${name} ${spelling}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status);
}

/** Bodies know no percent signs and queries are encoded as a whole: what the signs stand for, or a climb where they stand for nothing. */
function decoded(spelling: string): string {
  try {
    return decodeURIComponent(spelling);
  } catch {
    return `../${spelling}`;
  }
}

/** Names in the folder of the data and beside it that belong to this service. */
async function around({ app }: TestService): Promise<string[]> {
  const { dataDir } = app.services.config;
  const beside = (await readdir(dirname(dataDir))).filter((name) => name === "etc" || name === "passwd" || name === "x");
  return [...beside, ...(await readdir(dataDir)).map((name) => join("data", name))].toSorted();
}

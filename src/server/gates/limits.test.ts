import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { type EndpointSpec, noFields } from "#contract/endpoint.ts";
import { ErrorBody, type Issue } from "#contract/errors.ts";
import type { $ZodType } from "#contract/zod.ts";
import { parseInput, parseJson } from "#server/platform/http/parse.ts";
import { Refusal } from "#server/platform/http/refusal.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor } from "./examples.ts";
import { replaced } from "./inputs.ts";
import { type LimitCase, limitCases } from "./limit-cases.ts";
import type { Part } from "./limit-values.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { patternsOf } from "./schema-nodes.ts";
import { type Credentials, type Input, type Received, type Wire, codeOf, faults, requestsSent, send, wireOf } from "./wire.ts";

let service: TestService;
let cases = 0;
let inProcess = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  process.stdout.write(
    `limits: ${cases} values over ${subjectsOfLanding.length} endpoints, ${inProcess} of them in process, ${requestsSent()} requests\n`,
  );
  await service.close();
});

const parts: readonly Part[] = ["params", "query", "body"];
/** What takes no query takes no field of one either. */
const schemaOf = (endpoint: EndpointSpec, part: Part) => (part === "query" ? (endpoint.query ?? noFields) : endpoint[part]);

describe.each(subjectsOfLanding)("$title", (subject) => {
  it("takes what is just inside every limit, refuses what is just past it and names the field", async () => {
    const { endpoint, example } = subject;
    const self = needsSession(endpoint.access) ? await newcomer(service) : undefined;
    const credentials = credentialsFor(endpoint, service, self);
    const stage = { ...stageFor(service), self };
    const input = await inputFor(subject, stage);
    const inputs = [input, ...((example.also?.(stage, input) ?? []) as Input[])];
    const wrong: string[] = [];
    for (const part of parts) {
      const schema = schemaOf(endpoint, part);
      if (!schema) continue;
      const seen = new Set<string>();
      const all = inputs.flatMap((start) => limitCases(schema, start[part] ?? {}, part, seen).map((c) => ({ start, c })));
      cases += all.length;
      wrong.push(...unseen(schema, part, seen));
      const sent = new Set<string>();
      const [overHttp, here] = [[] as typeof all, [] as typeof all];
      // Nobody here signs, and without a signature no body is read: the tests of webhook sources send what is refused.
      const unread = endpoint.signed === true && part === "body";
      for (const one of all) ((unread ? one.c.accepted : isWiring(one.c, sent)) ? overHttp : here).push(one);
      inProcess += here.length;
      wrong.push(...here.flatMap(({ start, c }) => judgeHere(schema, part, start, c)));
      // What is taken comes last: it may end the session that the others come with.
      for (const taken of [false, true]) {
        const these = overHttp.filter(({ c }) => c.accepted === taken);
        wrong.push(...(await inBatches(these, ({ start, c }) => judge(subject, part, start, c, credentials))));
      }
    }
    expect(wrong).toEqual([]);
  });
});

/**
 * Whether a value has to be sent. What is taken may still be refused behind the schema. Of what is refused, one value of each place proves that the
 * service asks the schema about it and answers with what it says; the schema is asked about the others here, as the service asks it.
 */
function isWiring({ accepted, path, pattern }: LimitCase, sent: Set<string>): boolean {
  if (accepted || path.length === 0) return true;
  const first = !sent.has(pattern);
  sent.add(pattern);
  return first;
}

function judgeHere(schema: $ZodType, part: Part, start: Input, c: LimitCase): string[] {
  const what = `${part}.${c.path.join(".")} ${c.rule}`;
  const changed = replaced(start[part], c.at, c.value);
  try {
    parseInput(schema, part === "body" ? parseJson(JSON.stringify(changed), schema) : asAddress(changed), part);
    return [`${what}: is not refused`];
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "invalid_request") throw error;
    return namesIn(error.issues ?? [], c.path, c.deep) ? [] : [`${what}: is refused without naming the field ${error.message}`];
  }
}

/** As the service reads it from an address: texts, and lists of them where one is given twice. */
function asAddress(changed: unknown): Record<string, unknown> {
  const entries = Object.entries(changed as object).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(String) : String(value),
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}

/** Places that no example shows, so that no limit of theirs was tried. */
function unseen(schema: $ZodType, part: Part, seen: ReadonlySet<string>): string[] {
  return patternsOf(schema, part)
    .filter((pattern) => !seen.has(pattern))
    .map((pattern) => `${pattern} is in no example: add it to examples.ts`);
}

async function inBatches<T>(all: readonly T[], each: (item: T) => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const queue = all[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (const item of queue) found.push(...(await each(item)));
    }),
  );
  return found;
}

async function judge({ endpoint, example }: Subject, part: Part, start: Input, c: LimitCase, credentials: Credentials): Promise<string[]> {
  const wire = wireWith(wireOf(endpoint, start, credentials), endpoint, start, part, c);
  const answer = await send(service.url, wire);
  const what = `${part}.${c.path.join(".")} ${c.rule}`;
  const found = faults(answer, endpoint);
  if (c.accepted && names(answer, c.path) && !example.compared?.includes(c.pattern)) found.push("is refused");
  if (!c.accepted && codeOf(answer) !== "invalid_request") found.push(`is not refused: ${answer.status} ${answer.text.slice(0, 200)}`);
  // Where an answer is its code only, it names no field.
  if (!c.accepted && codeOf(answer) === "invalid_request" && endpoint.bareErrors !== "alone" && !names(answer, c.path, c.deep))
    found.push("is refused without naming the field");
  return found.map((fault) => `${what}: ${fault}${answer.status === 400 ? ` ${answer.text.slice(0, 300)}` : ""}`);
}

/** The case as a request. `JSON.stringify` keeps a key `__proto__`; a query keeps a parameter that is given twice. */
function wireWith(wire: Wire, endpoint: Subject["endpoint"], start: Input, part: Part, c: LimitCase): Wire {
  const changed = c.at.length === 0 ? c.value : replaced(start[part], c.at, c.value);
  if (part === "body") return { ...wire, headers: { ...wire.headers, "content-type": "application/json" }, body: JSON.stringify(changed) };
  if (part === "params") return wireOf(endpoint, { ...start, params: changed }, wire.headers);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(changed as object)) for (const one of [value].flat()) query.append(name, String(one));
  return { ...wire, path: `${wire.path.split("?")[0]}?${query.toString()}` };
}

function names(answer: Received, path: LimitCase["path"], deep = false): boolean {
  if (answer.status !== 400) return false;
  return namesIn(ErrorBody.safeParse(answer.body).data?.issues ?? [], path, deep);
}

function namesIn(issues: readonly Issue[], path: LimitCase["path"], deep = false): boolean {
  return issues.some((issue) => (deep ? issue.path.slice(0, path.length) : issue.path).join("\n") === path.join("\n"));
}

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "#contract/zod.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { type Subject, inputFor, subjects } from "./examples.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { quiet, storedThings, withoutSweeps } from "./store-digest.ts";
import { type Input, type Received, byKey, codeOf, faults, requestsSent, send, wireOf } from "./wire.ts";

let service: TestService;
beforeAll(async () => {
  // After each write it waits for what follows from it.
  service = await startService({ engine: { eventRestMs: 10, ...withoutSweeps } });
});
afterAll(async () => {
  process.stdout.write(`idempotency: ${requestsSent()} requests\n`);
  await service.close();
});

const creating = subjectsOfLanding.filter((s) => s.endpoint.creates);

/** Two people who may call an operation. */
const callersOf = ({ endpoint }: Subject) =>
  endpoint.access.scope === "organization" ? (["director", "stranger"] as const) : (["owner", "administrator"] as const);
const inputOf = (subject: Subject, who: PersonName = callersOf(subject)[0]) => inputFor(subject, stageFor(service, who));

async function post(subject: Subject, input: Input, key: string, who: PersonName = callersOf(subject)[0]): Promise<Received> {
  const { endpoint } = subject;
  const answer = await send(service.url, wireOf(endpoint, input, { ...byKey(service.keys[who]), "idempotency-key": key }));
  expect(faults(answer, endpoint)).toEqual([]);
  return answer;
}

/** How many things exist once nothing is at work. What an effect adds is the difference. */
async function rows(): Promise<number> {
  await quiet(service);
  return storedThings(service);
}

/** The same input with a field that the endpoint does not know, of its body or else of its query. */
function withUnknown({ body, query, ...rest }: Input): Input {
  const unknown = { zz_unknown: "1" };
  return body === undefined
    ? { ...rest, query: { ...(query as object), ...unknown } }
    : { ...rest, query, body: { ...(body as object), ...unknown } };
}

/** The same input with one text of its body changed. */
function otherBody(input: Input, { body }: Subject["endpoint"]): Input {
  return { ...input, body: reworded(input.body) ?? switched(input.body) ?? shortened(input.body, body) ?? {} };
}

/** A copy without the first field that may be left out. */
function shortened(given: unknown, schema: Subject["endpoint"]["body"]): unknown {
  if (typeof given !== "object" || given === null || !schema) return undefined;
  const copies = Object.keys(given).map((left) => Object.fromEntries(Object.entries(given).filter(([key]) => key !== left)));
  return copies.find((copy) => z.safeParse(schema, copy).success);
}

/** A copy in which the first yes is a no, or the other way round, for bodies that say nothing freely; at the top, else further inside. */
function switched(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return undefined;
  const entries = Object.entries(body);
  const [key, value] = entries.find(([, part]) => typeof part === "boolean") ?? [];
  if (key !== undefined) return { ...body, [key]: !value };
  const inside = entries.map(([name, part]) => [name, switched(part)] as const).find(([, part]) => part !== undefined);
  return inside && { ...body, [inside[0]]: inside[1] };
}

/** A copy in which the first text that may say anything says something else; undefined when there is none. */
function reworded(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const free = typeof part === "string" && ["name", "username", "message", "value", "prompt", "title", "search"].includes(key);
    if (key === "payload") return { ...value, payload: { type: "other" } };
    const other = free ? "Something else" : key === "email" ? "someone.else@example.com" : reworded(part);
    if (other !== undefined) return Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
  }
  return undefined;
}

/** Ids in a creating answer that name what was created. */
function idOf(answer: Received): string {
  return /"(?:id|sandbox_id|event_id|invitationId)":"([0-9a-f-]{36})"/.exec(answer.text)?.[1] ?? "";
}

it("is honoured by every endpoint that creates a record", () => {
  expect(subjects.filter((s) => s.endpoint.creates).length).toBeGreaterThanOrEqual(7);
});

describe.each(creating)("$title", (subject) => {
  const { endpoint } = subject;
  const { status = 200 } = endpoint;
  const once = endpoint.creates === "once";

  it("answers the first result again, with one effect", async () => {
    const input = await inputOf(subject);
    const key = randomUUID();
    const first = await post(subject, input, key);
    expect(first.status).toBe(status);
    const after = await rows();
    for (let i = 0; i < 2; i++) {
      const again = await post(subject, input, key);
      if (once) expect(again.body).toMatchObject({ error: "already_created", id: idOf(first) });
      else expect([again.status, again.body]).toEqual([first.status, first.body]);
    }
    expect(await rows()).toBe(after);
  });

  it("refuses the key for another body or another address, without an effect", async () => {
    const input = await inputOf(subject);
    const key = randomUUID();
    await post(subject, input, key);
    const after = await rows();
    const other = await post(subject, otherBody(input, endpoint), key);
    expect([other.status, codeOf(other)]).toEqual([422, "idempotency_mismatch"]);
    expect(await rows()).toBe(after);
  });

  it("has exactly one effect under ten parallel requests", async () => {
    const input = await inputOf(subject);
    const before = await rows();
    await post(subject, input, randomUUID());
    const one = (await rows()) - before;
    const further = await inputOf(subject);
    const start = await rows();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(subject, further, key)));
    const created = answers.filter((a) => a.status < 400);
    expect(created.length).toBeGreaterThanOrEqual(1);
    for (const answer of created) expect(answer.body).toEqual(created[0]?.body);
    if (once) expect(created).toHaveLength(1);
    for (const answer of answers.filter((a) => a.status >= 400))
      expect(["idempotency_in_progress", ...(once ? ["already_created"] : [])]).toContain(codeOf(answer));
    expect((await rows()) - start).toBe(one);
  });

  it("keeps the keys of different callers apart", async () => {
    const key = randomUUID();
    const mine = await post(subject, await inputOf(subject), key);
    const [, other] = callersOf(subject);
    const theirs = await post(subject, await inputOf(subject, other), key, other);
    expect([mine.status, theirs.status]).toEqual([status, status]);
    expect(idOf(theirs)).not.toBe(idOf(mine));
  });

  it("remembers nothing of a request that failed", async () => {
    const input = await inputOf(subject);
    const key = randomUUID();
    const wrong = await post(subject, withUnknown(input), key);
    expect(codeOf(wrong)).toBe("invalid_request");
    expect((await post(subject, input, key)).status).toBe(status);
  });

  it("refuses keys that are no key", async () => {
    const input = await inputOf(subject);
    const before = await rows();
    for (const key of ["", " ", "a b", "k".repeat(256), "\u00fc"]) {
      const answer = await post(subject, input, key);
      expect([answer.status, codeOf(answer)], JSON.stringify(key)).toEqual([400, "invalid_request"]);
    }
    expect(await rows()).toBe(before);
    expect((await post(subject, input, "k".repeat(255))).status).toBe(status);
  });
});

describe.each(creating.filter((s) => s.endpoint.creates === "once"))("$title", (subject) => {
  it("stores its secret nowhere", async () => {
    const answer = await post(subject, await inputOf(subject), randomUUID());
    const { id, invite, invite_link, ...rest } = answer.body as { id?: string; invite?: { url: string }; invite_link?: { url: string } };
    const shown: unknown[] = [...Object.values(rest), invite?.url.replace(/^.*#/, ""), invite_link?.url.replace(/^.*\//, "")];
    const secrets = shown.filter((v): v is string => typeof v === "string" && v.length > 16 && v !== id);
    expect(secrets.length).toBeGreaterThan(0);
    const { rows: tables } = await service.pool.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    );
    for (const { name } of tables) {
      for (const secret of secrets) {
        const found = await service.pool.query(`select 1 from "${name}" t where strpos(t::text, $1) > 0 limit 1`, [secret]);
        expect(found.rowCount, name).toBe(0);
      }
    }
  });
});

import { expect, it } from "vitest";
import { z } from "#contract/zod.ts";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import { subjects } from "./examples.ts";
import { hasReply } from "./record-examples.ts";

interface Answer {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly example?: unknown }>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Record<string, { readonly responses: Readonly<Record<string, Answer>> }>>>;
  readonly components: { readonly responses: Readonly<Record<string, Answer>> };
}

it("shows a request and a reply of each operation that its schemas take: npm run examples", () => {
  const examples = readExamples();
  const wrong = subjects.flatMap((subject) => {
    const { name, body, reply } = subject.endpoint;
    const example = examples.get(name);
    const faults = [
      body && !z.safeParse(body, example?.body ?? {}).success && "body",
      hasReply(subject) && !z.safeParse(reply, example?.reply).success && "reply",
    ].filter(Boolean);
    return faults.length > 0 ? [`${name}: ${faults.join(", ")}`] : [];
  });
  expect(wrong).toEqual([]);
  expect([...examples.keys()].toSorted()).toEqual(subjects.map(({ endpoint }) => endpoint.name).toSorted());
});

it("has them where readers look, and each is one that its own schema takes", () => {
  const { paths, components } = openApiDocument("https://caseload.invalid") as unknown as Document;
  for (const { endpoint } of subjects.filter((subject) => hasReply(subject))) {
    const { responses } = paths[endpoint.path]?.[endpoint.method.toLowerCase()] ?? {};
    const examples = Object.values(responses ?? {}).flatMap((answer) => {
      const { content = {} } = answer.$ref ? (components.responses[answer.$ref.split("/").at(-1) ?? ""] ?? {}) : answer;
      return Object.values(content).flatMap(({ example }) => (example === undefined ? [] : [example]));
    });
    expect(examples.length, endpoint.name).toBeGreaterThan(0);
    for (const example of examples) expect(z.safeParse(endpoint.reply, example).error, endpoint.name).toBeUndefined();
  }
});

it("shows nothing of the machine that recorded them, and no key that works", () => {
  const text = JSON.stringify([...readExamples().values()]);
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|\bck_(?!example)\w+|\bwhsec_(?!ZXhhbXBsZQ)/);
});

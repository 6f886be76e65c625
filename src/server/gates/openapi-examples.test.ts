import { expect, it } from "vitest";
import { z } from "#contract/zod.ts";
import { openApiDocument } from "#server/platform/http/openapi/document.ts";
import { readExamples } from "#server/platform/http/openapi/examples.ts";
import { subjects } from "./examples.ts";
import { hasReply } from "./record-examples.ts";

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

it("has them where readers look", () => {
  const { paths } = openApiDocument("https://caseload.invalid") as { paths: Record<string, Record<string, object>> };
  const shown = subjects.flatMap(({ endpoint: { path, method } }) =>
    [...JSON.stringify(paths[path]?.[method.toLowerCase()]).matchAll(/"schema":.*?"example":/g)].length > 0 ? [path] : [],
  );
  expect(shown.length).toBeGreaterThanOrEqual(subjects.filter((subject) => hasReply(subject)).length);
});

it("shows nothing of the machine that recorded them, and no key that works", () => {
  const text = JSON.stringify([...readExamples().values()]);
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|\bck_(?!example)\w+|\bwhsec_(?!ZXhhbXBsZQ)/);
});

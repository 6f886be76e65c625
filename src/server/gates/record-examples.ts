import { hostname } from "node:os";
import { needsSession } from "#contract/access.ts";
import type { EndpointSpec } from "#contract/endpoint.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { RecordedExample } from "#server/platform/http/openapi/examples.ts";
import type { TestService } from "#server/testing/service.ts";
import { type Subject, inputFor } from "./examples.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { send, wireOf } from "./wire.ts";

/** Whether the document shows what the endpoint answers: what is a file, a stream or nothing has no JSON. */
export function hasReply({ endpoint, example }: Subject): boolean {
  return !example.ends && !endpoint.download && !endpoint.exports && !endpoint.stream && endpoint.status !== 204;
}

/** Calls an endpoint as its example says, and notes what went over the line. */
export async function recordExample(subject: Subject, service: TestService): Promise<RecordedExample> {
  const { endpoint } = subject;
  const self = needsSession(endpoint.access) || endpoint.access.scope === "public" ? await newcomer(service) : undefined;
  const input = await inputFor(subject, { ...stageFor(service), self });
  const { status, body, text } = await send(service.url, wireOf(endpoint, input, credentialsFor(endpoint, service, self)));
  if (hasReply(subject) && status >= 400) throw new Error(`${endpoint.name} answered ${status}: ${text}`);
  return steady(endpoint, { ...(input.body !== undefined && { body: input.body }), ...(hasReply(subject) && { reply: body }) });
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** A token, a digest or a code: nobody could read it, and hardly anything packs it. */
const drawn = /(?<=^|#)(?=[\w-]*\d)(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{40,}$/g;

/** Of properties that differ with each recording though they have no form of their own. */
const rolled: Readonly<Record<string, unknown>> = {
  hint: "aB3d",
  pid: 4242,
  clock_ahead_ms: 0,
  in_use: 1,
  in_work: 1,
  free_bytes: 64_000_000_000,
  html: "<!doctype html>",
  bpmnXml: `<?xml version="1.0" encoding="UTF-8"?>`,
};

/** The same call with hardly anything in it that another recording would have otherwise. Lists are cut to what shows their form. */
function steady({ name }: EndpointSpec, call: Omit<RecordedExample, "name">): RecordedExample {
  const ids = new Map<string, string>();
  const idOf = (id: string) => {
    const known = ids.get(id) ?? `00000000-0000-4000-8000-${String(ids.size + 1).padStart(12, "0")}`;
    ids.set(id, known);
    return known;
  };
  const text = (value: string) =>
    (value === hostname() ? "host-1" : value === "127.0.0.1" ? "192.0.2.1" : value)
      .replaceAll(uuid, idOf)
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "2026-01-31T09:30:00.000Z")
      .replaceAll(/^\d{4}-\d\d-\d\d$/g, "2026-01-31")
      .replaceAll(
        /http:\/\/127\.0\.0\.1:\d+(\/_files\/)?[\w.~-]*/g,
        (_, file?: string) => `https://caseload.example${file ? `${file}signed` : ""}`,
      )
      .replaceAll(/_[0-9a-f]{6}\b/g, "_0a1b2c")
      .replaceAll(/\b[0-9a-f]{64}\b/g, "0123456789abcdef".repeat(4))
      .replaceAll(/\bck_[\w-]+/g, "ck_example")
      .replaceAll(/(?<=^|#)([irt])[\w-]{64}$/g, `$1${"x".repeat(64)}`)
      .replaceAll(/\bwhsec_[\w+/=-]+/g, "whsec_ZXhhbXBsZQ==")
      .replaceAll(/^[a-z0-9]{5}-[a-z0-9]{5}$/g, "en8jh-q0a0a")
      .replaceAll(/[A-Z2-7]{32,}/g, "JBSWY3DPEHPK3PXP")
      .replaceAll(drawn, (found) => "aB3dEf6h".repeat(20).slice(0, found.length));
  const walk = (value: unknown, most: number): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.slice(0, most).map((item) => walk(item, most));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [text(key), typeof inner === typeof rolled[key] ? rolled[key] : walk(inner, most)]),
    );
  };
  return {
    name,
    ...("body" in call && { body: walk(call.body, Number.POSITIVE_INFINITY) }),
    ...("reply" in call && { reply: walk(call.reply, 1) }),
  };
}

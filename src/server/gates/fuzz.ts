import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needsSession } from "#contract/access.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { hostileText } from "./hostile.ts";
import { type Subject, inputFor } from "./examples.ts";
import { attacks, wireOfAttack } from "./fuzz-requests.ts";
import { credentialsFor, newcomer } from "./newcomer.ts";
import { subjectsOfLanding } from "./part/part.ts";
import { type Credentials, type Input, byKey, codeOf, faults, requestsSent, send } from "./wire.ts";
import { proves } from "#server/testing/proves.ts";

/** Registers the tests that throw `runs` generated requests at every endpoint. A failure prints the seed; TEST_SEED repeats it. */
export function fuzzEveryEndpoint(runs: number): void {
  const outcomes = new Map<string, number>();
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(async () => {
    const counts = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([outcome, n]) => `${outcome} ${n}`);
    process.stdout.write(`fuzz: ${requestsSent()} requests over ${subjectsOfLanding.length} endpoints: ${counts.join(", ")}\n`);
    await service.close();
  });

  async function prepare(subject: Subject): Promise<{ input: Input; credentials: Credentials }> {
    const self = needsSession(subject.endpoint.access) ? await newcomer(service) : undefined;
    const example = await inputFor(subject, { ...stageFor(service), self });
    // A guess at the password of an account that was guessed at before waits for its turn, longer than a request here may take.
    const body = { email: `nobody-${randomUUID()}@example.com`, password: "correct horse battery" };
    const input = subject.endpoint.name === "signIn" ? { ...example, body } : example;
    return { input, credentials: credentialsFor(subject.endpoint, service, self) };
  }

  describe.each(subjectsOfLanding)("$title", (subject) => {
    it("never breaks", async () => {
      const { endpoint } = subject;
      let ready = await prepare(subject);
      const property = fc.asyncProperty(attacks(endpoint), async (attack) => {
        const wire = wireOfAttack(endpoint, ready.input, ready.credentials, attack);
        // Longer ones end in Node's parser, before anybody is known: http.test.ts looks at those.
        fc.pre(wire.path.length < 12_000);
        const answer = await send(service.url, wire);
        const outcome = answer.status < 400 ? String(answer.status) : codeOf(answer);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        // Another address may be another endpoint.
        const sameAddress = attack.suffix === "" && Object.values(attack.params).every((v) => v === undefined);
        expect(faults(answer, sameAddress ? endpoint : undefined)).toEqual([]);
        // What a success used up or changed, or a wrong guess counts against, is prepared anew.
        if ((answer.status < 400 && endpoint.method !== "GET") || outcome === "wrong_credentials") ready = await prepare(subject);
      });
      await proves(property, { numRuns: runs });
    });
  });

  it("answers any address below /v2 in the contract's words", async () => {
    const segments = fc.array(
      fc.oneof(
        hostileText.map((t) => encodeURIComponent(t.slice(0, 1000).toWellFormed())),
        fc.constantFrom("teams", "runs", "agents", "..", ".", "", "%2e", "*", ":id", "{id}"),
      ),
      { maxLength: 5 },
    );
    const request = fc.tuple(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND"), segments);
    await proves(
      fc.asyncProperty(request, async ([method, parts]) => {
        const answer = await send(service.url, {
          method,
          path: `/v2/${parts.join("/")}`,
          headers: byKey(service.keys.owner),
          body: undefined,
        });
        expect(answer.status).toBeLessThan(500);
        if (method !== "HEAD" && method !== "OPTIONS") expect(faults(answer)).toEqual([]);
      }),
      { numRuns: runs * 8 },
    );
  });
}

import { deepStrictEqual, strictEqual } from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import {
  acceptRevisionGeneration,
  answerRevisionGeneration,
  cancelRevisionGeneration,
  declineRevisionGeneration,
  generateRevision,
  getRevisionGeneration,
} from "#contract/agents/builder-runs.ts";
import { createRevision, getRevision, promoteRevision, updateRevision } from "#contract/agents/revisions.ts";
import type { RevisionStatus } from "#server/agents/revisions/revision-state.ts";
import {
  type BuilderEvent,
  type BuilderRefusal,
  type Generation,
  afterBuilderEvent,
  checkpointFor,
  isOpen,
} from "#server/agents/generation/builder-run-state.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { promotedIn } from "./reducers.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { proves } from "#server/testing/proves.ts";

const at = "2026-01-01T00:00:00.000Z";

/** What a person does to a revision. `stale`: they look at something that has moved since. */
const step = fc.record({
  which: fc.nat(2),
  act: fc.constantFrom("generate", "generate", "ask", "give up", "answer", "cancel", "accept", "accept", "decline", "promote", "edit"),
  stale: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Random orders of what people do to three revisions of an agent, each answer and what is stored compared with the reducers'. */
export function interleaveThroughService(numRuns: number): void {
  describe(`${numRuns} orders of what people do, through the service`, () => {
    let service: TestService;
    beforeAll(async () => void (service = await startService()));
    afterAll(() => service.close());

    test("answer and store what the reducers say", async () => {
      await proves(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          const people = await Model.begin(service);
          for (const each of steps) await people.take(each);
        }),
        { numRuns, endOnFailure: true },
      );
    });
  });
}

/** An agent with three revisions as the reducers see it, beside the service's. */
class Model {
  private readonly generations: (Generation<string> | undefined)[] = [undefined, undefined, undefined];
  private readonly drafts = ["say 0", "say 0", "say 0"];
  private statuses: RevisionStatus[] = ["live", "draft", "draft"];
  private edits = 0;

  private readonly service: TestService;
  private readonly agentId: string;
  private readonly builds: readonly string[];

  private constructor(service: TestService, agentId: string, builds: readonly string[]) {
    this.service = service;
    this.agentId = agentId;
    this.builds = builds;
  }

  static async begin(service: TestService): Promise<Model> {
    const { id, buildId } = await agentWith(service, scripted("say 0"));
    const builds = [buildId];
    for (const name of ["Second", "Third"])
      builds.push((await service.ok(createRevision, { params: { agent_id: id }, body: { name } })).build.id);
    return new Model(service, id, builds);
  }

  async take({ which, act, stale }: Step): Promise<void> {
    if (act === "promote") await this.promote(which);
    else if (act === "edit") await this.edit(which);
    else if (act === "generate" || act === "ask" || act === "give up") await this.generate(which, act);
    else await this.decide(which, act, stale);
    await this.compare();
  }

  private build_id = (which: number) => this.builds[which] ?? "";
  private isOpen = (which: number) => isOpen(this.generations[which]?.status ?? "completed");

  private async promote(which: number): Promise<void> {
    const next = promotedIn(this.statuses, which);
    const refused = next === undefined ? "already_live" : this.isOpen(which) ? "generation_active" : undefined;
    const answer = await this.service.call(promoteRevision, { params: { build_id: this.build_id(which) }, body: {} });
    strictEqual(answer.error?.error, refused);
    if (refused === undefined && next) this.statuses = next;
  }

  private async edit(which: number): Promise<void> {
    const text = `say ${++this.edits}`;
    const body = { config: scripted(text) };
    const answer = await this.service.call(updateRevision, { params: { build_id: this.build_id(which) }, body });
    const refused = this.isOpen(which) ? "generation_active" : undefined;
    strictEqual(answer.error?.error, refused);
    if (refused === undefined) this.drafts[which] = text;
  }

  /** A live revision would branch a further one, which is another test's. */
  private async generate(which: number, act: "generate" | "ask" | "give up"): Promise<void> {
    if (this.statuses[which] === "live") return;
    const text = `say ${++this.edits}`;
    const prompt = act === "give up" ? "fail No idea" : `${act === "ask" ? 'ask "Whom?"\n' : ""}set instructions ${text}`;
    const answer = await this.service.call(generateRevision, { params: { build_id: this.build_id(which) }, body: { prompt } });
    if (this.statuses[which] === "historic") return strictEqual(answer.error?.error, "historic_revision");
    const former = this.generations[which];
    const superseded = former && isOpen(former.status) ? afterBuilderEvent(former, { type: "supersede", at }) : undefined;
    strictEqual(answer.error?.error, superseded && "refused" in superseded ? superseded.refused : undefined);
    const run = answer.ok?.builder_run;
    if (!run) return;
    const draft = this.drafts[which] ?? "";
    const begins = { id: run.id, status: run.status, startedAt: null, completedAt: null, draft };
    this.generations[which] = { ...begins, checkpoint: checkpointFor(superseded && former, draft) };
    this.apply(which, { type: "claim", at });
    this.apply(which, act === "ask" ? { type: "ask" } : act === "give up" ? { type: "fail", at } : { type: "save", config: text });
    this.next[which] = text;
    await this.settle(which);
  }
  /** What the model will have written once it is answered. */
  private readonly next: string[] = [];

  private async decide(which: number, act: Decision, stale: boolean): Promise<void> {
    const now = this.generations[which];
    if (!now) return;
    const params = { build_id: this.build_id(which) };
    const read = await this.service.ok(getRevisionGeneration, { params });
    const startedAt = stale ? "2020-01-01T00:00:00.000Z" : (read.builder_run?.started_at ?? null);
    const looked = { builder_run_id: now.id, expected_started_at: startedAt };
    const answer =
      act === "answer"
        ? await this.service.call(answerRevisionGeneration, { params, body: { builder_run_id: now.id, answers: { "Whom?": "All" } } })
        : act === "cancel"
          ? await this.service.call(cancelRevisionGeneration, { params, body: { builder_run_id: now.id } })
          : await this.service.call(act === "accept" ? acceptRevisionGeneration : declineRevisionGeneration, { params, body: looked });
    const decision = act === "accept" || act === "decline" ? { type: act, at, startedAt: stale ? null : now.startedAt } : { type: act, at };
    const refused = this.apply(which, { ...decision, id: now.id });
    strictEqual(answer.error?.error, refused);
    if (refused !== undefined || act !== "answer") return;
    this.apply(which, { type: "save", config: this.next[which] ?? "" });
    await this.settle(which);
  }

  private apply(which: number, event: BuilderEvent<string>): BuilderRefusal | undefined {
    const now = this.generations[which];
    if (!now) throw new Error("There is no generation.");
    const outcome = afterBuilderEvent(now, event);
    if ("refused" in outcome) return outcome.refused;
    this.generations[which] = outcome.next;
    this.drafts[which] = outcome.next.draft;
    return undefined;
  }

  /** Waits until the worker has done what the reducer was told it does. */
  private async settle(which: number): Promise<void> {
    const expected = this.generations[which]?.status;
    const look = async () => {
      const { builder_run } = await this.service.ok(getRevisionGeneration, { params: { build_id: this.build_id(which) } });
      return builder_run?.status === expected || undefined;
    };
    await comes(`A generation that is ${expected}`, look, { restMs: 5 });
  }

  private async compare(): Promise<void> {
    for (const [which, build_id] of this.builds.entries()) {
      const { build } = await this.service.ok(getRevision, { params: { agent_id: this.agentId, build_id } });
      const { builder_run } = await this.service.ok(getRevisionGeneration, { params: { build_id } });
      const input = build.config && "input" in build.config.data ? build.config.data.input : undefined;
      const stored = { status: build.status, input, generation: builder_run?.status };
      deepStrictEqual(stored, { status: this.statuses[which], input: this.drafts[which], generation: this.generations[which]?.status });
    }
  }
}
type Decision = "answer" | "cancel" | "accept" | "decline";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import {
  type GivenFigure,
  getClarityPromise,
  maxPromiseChanges,
  type PromiseInput,
  updateClarityPromise,
} from "#contract/clarity/promise.ts";
import { endCapture } from "#server/clarity/captures/captures.store.ts";
import { textDocument } from "#server/clarity/captures/reading/text-document.ts";
import { uploadedOf, versionOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

const said = ["We get about 12 invoices a week.", "One takes 6.5 minutes, rarely an hour.", "I check it.", "95 % of them are right."];

let service: TestService;
let process_id: string;
let capture_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => {
  ({ process_id, capture_id } = await uploadedOf(stageFor(service)));
  await endCapture(service.app.services.store.db, capture_id, textDocument(said, { paged: false }));
});

const figure = (given: Partial<GivenFigure> = {}): GivenFigure => ({
  value: 0.9,
  evidence_id: null,
  confirmed: false,
  revision: 0,
  ...given,
});
const read = () => service.ok(getClarityPromise, { params: { process_id } }, { as: "member" });
const save = (body: PromiseInput, as: PersonName = "builder") => service.ok(updateClarityPromise, { params: { process_id }, body }, { as });
const fails = (body: PromiseInput, code: string, as: PersonName = "builder") =>
  service.fails(updateClarityPromise, { params: { process_id }, body }, code, { as });

describe("a promise", () => {
  it("is nothing until somebody says a figure, and shows the passages that name one", async () => {
    const { passages, ...promise } = await read();
    expect(promise).toEqual({ cases_a_week: null, minutes_a_case: null, success: null, history: [] });
    expect(passages).toMatchObject({
      cases_a_week: [{ evidence_id: `${capture_id}:0`, attribution: "work.txt", excerpt: said[0] }],
      minutes_a_case: [{ excerpt: said[1] }],
      success: [{ excerpt: said[3] }],
    });
  });

  it("has figures of which each has its source, and is confirmed by itself", async () => {
    const passage = `${capture_id}:0`;
    await save({ cases_a_week: figure({ value: 12, evidence_id: passage, confirmed: true }), success: figure() });
    const first = await read();
    expect(first).toMatchObject({
      cases_a_week: {
        value: 12,
        revision: 1,
        assumption: false,
        source: { evidence_id: passage },
        changed_by: { id: service.ids.builder },
      },
      minutes_a_case: null,
      success: { value: 0.9, assumption: true, source: null, confirmed_at: null },
    });
    expect(first.cases_a_week?.confirmed_at).toEqual(first.cases_a_week?.changed_at);
    await save({ success: figure({ revision: 1, confirmed: true }) }, "manager");
    expect(await read()).toMatchObject({
      cases_a_week: { revision: 1, changed_by: { id: service.ids.builder } },
      success: { revision: 2, changed_by: { id: service.ids.manager }, confirmed_at: expect.any(String) as string },
      history: [{ figure: "success", confirmed: true }, {}, {}],
    });
  });

  it("belongs to the proposal that was live then", async () => {
    const { process_id: other } = await versionOf(stageFor(service));
    const { success } = await service.ok(updateClarityPromise, { params: { process_id: other }, body: { success: figure() } });
    const { rows } = await service.pool.query<{ id: string }>(
      "select id from clarity_snapshots where process_id = $1 and kind = 'transformation_proposal'",
      [other],
    );
    expect(success?.proposal_id).toBe(rows[0]?.id);
  });

  it("is changed as it was last seen, by Builders", async () => {
    await save({ success: figure() });
    const refused = await fails({ success: figure({ value: 0.8 }) }, "promise_overtaken");
    expect(refused.message).toContain("was changed since you opened it");
    // Another figure that was saved with it is not kept either.
    await fails({ cases_a_week: figure({ value: 3 }), success: figure({ value: 0.8 }) }, "promise_overtaken");
    expect(await read()).toMatchObject({ cases_a_week: null, success: { value: 0.9, revision: 1 } });
    await fails({ success: figure({ revision: 1 }) }, "forbidden", "member");
    // The same again is no change.
    expect((await save({ success: figure({ revision: 1 }) })).history).toHaveLength(1);
  });

  it("is stored once where two change it at the same time", async () => {
    const answers = await Promise.all(
      [0.7, 0.8].map((value) =>
        service.call(updateClarityPromise, { params: { process_id }, body: { success: figure({ value }) } }, { as: "builder" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("has amounts that can be, and passages of its own captures", async () => {
    const wrong: [PromiseInput, string[]][] = [
      [{ success: figure({ value: 1.01 }) }, ["success", "value"]],
      [{ minutes_a_case: figure({ value: 0 }) }, ["minutes_a_case", "value"]],
      [{ cases_a_week: figure({ value: 100_001 }) }, ["cases_a_week", "value"]],
      [{ success: figure({ evidence_id: `${capture_id}:99` }) }, ["success", "evidence_id"]],
    ];
    for (const [body, path] of wrong) {
      const { issues } = await fails(body, "invalid_request");
      expect(issues?.map((issue) => issue.path)).toEqual([path]);
    }
    const foreign = await uploadedOf(stageFor(service));
    await endCapture(service.app.services.store.db, foreign.capture_id, textDocument(said, { paged: false }));
    await fails({ success: figure({ evidence_id: `${foreign.capture_id}:0` }) }, "invalid_request");
  });

  it("keeps a figure whose capture is deleted, and says that it has none", async () => {
    await save({ success: figure({ evidence_id: `${capture_id}:3`, confirmed: true }) });
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: capture_id } });
    expect(await read()).toMatchObject({ success: { value: 0.9, assumption: false, source: null } });
  });

  it("keeps so many changes of a figure", async () => {
    await service.pool.query(
      `insert into clarity_promises (id, process_id, figure, revision, value, assumption)
       select gen_random_uuid(), $1, 'success', n, 0.5, true from generate_series(1, $2::int) n`,
      [process_id, maxPromiseChanges],
    );
    const { message } = await fails({ success: figure({ revision: maxPromiseChanges }) }, "too_many");
    expect(message).toContain("changed 500 times");
    await save({ cases_a_week: figure({ value: 3 }) });
  });
});

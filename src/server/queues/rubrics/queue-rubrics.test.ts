import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createCaseQueueEvalRubric,
  deleteCaseQueueEvalRubric,
  getCaseQueueEvalRubrics,
  maxQueueRubrics,
  replaceCaseQueueEvalRubrics,
  updateCaseQueueEvalRubric,
} from "#contract/queues/queue-rubrics.ts";
import { queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { beginVersion, insertQueueRubrics } from "./queue-rubrics.store.ts";
import { raceForTheLast } from "./rubric-races.cases.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const about = (title: string) => ({ title, description: `Is everything about “${title}” as it should be?` });
const list = async (queue_id: string) => (await service.ok(getCaseQueueEvalRubrics, { params: { queue_id } })).rubrics;
const add = (queue_id: string, title: string) => service.call(createCaseQueueEvalRubric, { params: { queue_id }, body: about(title) });

/** A queue whose first version has begun, with rubrics as a model leaves them. */
async function queueWith(...titles: string[]): Promise<string> {
  const queue = await queueIn(service);
  const { db } = service.app.services.store;
  await beginVersion(db, queue, []);
  await insertQueueRubrics(db, queue, titles.map(about), { source: "generated", created_by: null });
  return queue;
}

test("begin with the first case that an agent has settled", async () => {
  const queue_id = await queueIn(service);
  const none = { rubrics: [], version: null, version_created_at: null, generating: false };
  expect(await service.ok(getCaseQueueEvalRubrics, { params: { queue_id } })).toEqual(none);
  expect((await add(queue_id, "Early")).error?.error).toBe("no_rubric_version");
  await service.fails(replaceCaseQueueEvalRubrics, { params: { queue_id }, body: { rubrics: [about("Early")] } }, "no_rubric_version");
});

test("are at most twelve, however many are added at once", async () => {
  const queue = await queueWith("Made");
  const answers = await Promise.all(Array.from({ length: 14 }, (_, i) => add(queue, `Rubric ${i}`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 11 }, () => 201), 409, 409, 409]);
  expect(answers.find(({ error }) => error)?.error).toMatchObject({ error: "too_many_rubrics", message: expect.stringContaining("12") });
  const rubrics = await list(queue);
  expect(rubrics).toHaveLength(maxQueueRubrics);
  expect(rubrics.map(({ sort_order }) => sort_order)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect(rubrics.map(({ source }) => source)).toEqual(["generated", ...Array.from({ length: 11 }, () => "manual")]);
});

test("are replaced as a set, by an edit, and never by nothing", async () => {
  const queue_id = await queueWith("Made", "Also made");
  const [old] = await list(queue_id);
  const params = { queue_id, rubric_id: old?.id ?? "" };
  expect((await service.ok(updateCaseQueueEvalRubric, { params, body: { title: "Made" } })).rubric).toEqual(old);
  const { rubric } = await service.ok(updateCaseQueueEvalRubric, { params, body: { title: "Other words" } });
  expect(rubric).toMatchObject({ title: "Other words", description: old?.description, sort_order: 0, source: "manual" });
  expect([rubric.id, rubric.slug]).not.toEqual([old?.id, old?.slug]);
  await service.fails(updateCaseQueueEvalRubric, { params, body: { title: "Again" } }, "not_found");
  await service.fails(deleteCaseQueueEvalRubric, { params }, "not_found");
  await service.fails(replaceCaseQueueEvalRubrics, { params: { queue_id }, body: { rubrics: [] } }, "invalid_request");
  const set = await service.ok(replaceCaseQueueEvalRubrics, { params: { queue_id }, body: { rubrics: [about("One"), about("Two")] } });
  expect(set).toMatchObject({ version: 1, rubrics: [{ title: "One", sort_order: 0 }, { title: "Two" }] });
  const [one = "", two = ""] = set.rubrics.map(({ id }) => id);
  expect(await service.ok(deleteCaseQueueEvalRubric, { params: { queue_id, rubric_id: one } })).toEqual({ success: true });
  await service.fails(deleteCaseQueueEvalRubric, { params: { queue_id, rubric_id: two } }, "last_rubric");
  const elsewhere = { queue_id: await queueWith("Here", "There"), rubric_id: two };
  await service.fails(deleteCaseQueueEvalRubric, { params: elsewhere }, "not_found");
  expect((await list(queue_id)).map(({ title }) => title)).toEqual(["Two"]);
});

test("are changed by Managers", async () => {
  const queue_id = await queueWith("Made");
  await service.fails(createCaseQueueEvalRubric, { params: { queue_id }, body: about("Mine") }, "forbidden", { as: "builder" });
  expect((await service.call(createCaseQueueEvalRubric, { params: { queue_id }, body: about("Mine") }, { as: "manager" })).status).toBe(
    201,
  );
});

test("never lose the last one to deletes at the same moment", () => raceForTheLast(service, 20));

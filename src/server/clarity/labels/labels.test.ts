import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  createClarityProcessLabel,
  deleteClarityProcessLabel,
  listClarityProcessLabels,
  maxLabels,
  updateClarityProcessLabel,
} from "#contract/clarity/labels.ts";
import {
  assignClarityProcessLabels,
  listAvailableClarityProcessLabels,
  listClarityProcessAssignedLabels,
  unlinkClarityProcessLabels,
} from "#contract/clarity/process-labels.ts";
import { createClarityProcess, updateClarityProcess } from "#contract/clarity/processes.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const org = () => ({ params: { orgId: service.organizationId } });
const of = (labelId: string) => ({ params: { orgId: service.organizationId, labelId } });
const create = async (value: string, as: PersonName = "builder") =>
  (await service.ok(createClarityProcessLabel, { ...org(), body: { value } }, { as })).label;
const process = async () =>
  (await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: {} }, { as: "manager" })).process.id;
const list = (query: object, as: PersonName = "member") =>
  service.ok(listClarityProcessLabels, { ...org(), query: { limit: 100, offset: 0, ...query } }, { as });

it("are made by Builders, once each, and changed and deleted by Managers", async () => {
  const label = await create("audited");
  expect(label).toMatchObject({ value: "audited", colorHue: 215 });
  await service.fails(createClarityProcessLabel, { ...org(), body: { value: "audited" } }, "name_taken");
  await service.fails(createClarityProcessLabel, { ...org(), body: { value: "x" } }, "forbidden", { as: "member" });
  const other = await create("entity: US");
  await service.fails(updateClarityProcessLabel, { ...of(other.id), body: { value: "audited" } }, "name_taken", { as: "manager" });
  const changed = await service.ok(updateClarityProcessLabel, { ...of(label.id), body: { colorHue: 0 } }, { as: "manager" });
  expect(changed.label).toEqual({ id: label.id, value: "audited", colorHue: 0 });
  await service.fails(updateClarityProcessLabel, { ...of(label.id), body: { colorHue: 1 } }, "forbidden", { as: "builder" });
  expect(await list({ search: "AUDIT" })).toMatchObject({ total: 1, limit: 100, offset: 0, data: [{ id: label.id, processCount: 0 }] });
  expect((await list({}, "clarity")).total).toBe(0);
  await service.fails(deleteClarityProcessLabel, of(label.id), "forbidden", { as: "builder" });
  await service.ok(deleteClarityProcessLabel, of(label.id), { as: "manager" });
  await service.fails(deleteClarityProcessLabel, of(label.id), "not_found", { as: "manager" });
  await service.fails(updateClarityProcessLabel, { ...of(label.id), body: { colorHue: 1 } }, "not_found", { as: "director" });
});

it("are put on processes by id or by value, and taken off again", async () => {
  const params = { id: await process() };
  const known = await create("quarterly");
  const body = { labelIds: [known.id], labels: [{ value: "monthly", colorHue: 90 }, { value: "quarterly" }] };
  const { labels } = await service.ok(assignClarityProcessLabels, { params, body }, { as: "builder" });
  expect(labels).toMatchObject([
    { value: "monthly", colorHue: 90, source: "human" },
    { id: known.id, value: "quarterly", source: "human" },
  ]);
  expect((await list({ search: "quarterly" })).data).toMatchObject([{ processCount: 1 }]);
  const available = async (search: string) =>
    (await service.ok(listAvailableClarityProcessLabels, { params, query: { limit: 10, offset: 0, search } }, { as: "member" })).data;
  expect([await available("quarterly"), await available("entity")]).toMatchObject([[], [{ value: "entity: US" }]]);
  await service.fails(assignClarityProcessLabels, { params, body }, "forbidden", { as: "member" });
  await service.fails(assignClarityProcessLabels, { params, body: {} }, "invalid_request", { as: "builder" });
  const missing = { params, body: { labelIds: [randomUUID()] } };
  await service.fails(assignClarityProcessLabels, missing, "not_found", { as: "builder" });
  await service.fails(unlinkClarityProcessLabels, missing, "not_found", { as: "builder" });
  const left = await service.ok(unlinkClarityProcessLabels, { params, body: { labelIds: [known.id] } }, { as: "builder" });
  expect(left.labels.map(({ value }) => value)).toEqual(["monthly"]);
  expect((await service.ok(listClarityProcessAssignedLabels, { params }, { as: "member" })).labels).toEqual(left.labels);
  await service.fails(unlinkClarityProcessLabels, { params, body: { labelIds: [known.id] } }, "forbidden", { as: "member" });
});

it("count only the processes that the reader sees", async () => {
  const [open, restricted] = [await process(), await process()];
  for (const id of [open, restricted])
    await service.ok(assignClarityProcessLabels, { params: { id }, body: { labels: [{ value: "confidential" }] } });
  await service.ok(updateClarityProcess, { params: { process_id: restricted }, body: { visibility: "restricted" } }, { as: "manager" });
  const counted = async (as: PersonName) => (await list({ search: "confidential" }, as)).data.map((label) => label.processCount);
  expect([await counted("owner"), await counted("manager"), await counted("builder"), await counted("member")]).toEqual([
    [2],
    [2],
    [1],
    [1],
  ]);
  const query = { limit: 10, offset: 0, search: "confidential" };
  const unlabeled = { params: { id: await process() }, query };
  const available = await service.ok(listAvailableClarityProcessLabels, unlabeled, { as: "member" });
  expect(available.data).toMatchObject([{ processCount: 1 }]);
});

it("have room for fifty on a process, and for five hundred in an organization", async () => {
  const params = { id: await process() };
  const values = (from: number) => Array.from({ length: 50 }, (_, at) => ({ value: `Label ${from + at}` }));
  await service.ok(assignClarityProcessLabels, { params, body: { labels: values(0) } });
  await service.fails(assignClarityProcessLabels, { params, body: { labels: values(50) } }, "too_many");
  await service.pool.query(
    `insert into clarity_labels (id, organization_id, value, color_hue) select gen_random_uuid(), $1, 'More ' || n, 1
     from generate_series(1, $2::int - (select count(*)::int from clarity_labels where organization_id = $1)) n`,
    [service.organizationId, maxLabels],
  );
  await service.fails(createClarityProcessLabel, { ...org(), body: { value: "One more" } }, "too_many");
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import {
  createEvalRubric,
  deleteEvalRubric,
  getEvalRubrics,
  maxRubrics,
  replaceEvalRubrics,
  updateEvalRubric,
} from "#contract/agents/eval-rubrics.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const agent = () => agentWith(service, scripted("say Done"));
const about = (title: string) => ({ title, description: `Is everything about “${title}” as it should be?` });
const add = (agentId: string, title: string, build_id?: string) =>
  service.call(createEvalRubric, { params: { agentId }, body: { ...about(title), ...(build_id && { build_id }) } });
const list = async (agentId: string, build_id?: string) =>
  (await service.ok(getEvalRubrics, { params: { agentId }, query: build_id ? { build_id } : {} })).rubrics;
const titles = async (agentId: string, build_id?: string) => (await list(agentId, build_id)).map((r) => r.title);

test("are added in order, each with a name of its own", async () => {
  const { id, buildId } = await agent();
  const first = (await add(id, "Names the month")).ok?.rubric;
  expect(first).toMatchObject({ title: "Names the month", sort_order: 0, deleted_at: null });
  expect(first?.slug).toMatch(/^custom__names_the_month_[0-9a-f]{6}$/);
  await add(id, "Names the month", buildId);
  await add(id, "発行月");
  const rubrics = await list(id);
  expect(rubrics.map((r) => r.sort_order)).toEqual([0, 1, 2]);
  expect(new Set(rubrics.map((r) => r.slug)).size).toBe(3);
  expect(await list(id, buildId)).toEqual(rubrics);
});

test("are at most five, however many are added at once", async () => {
  const { id } = await agent();
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => add(id, `Rubric ${i}`)));
  expect(answers.filter((a) => a.ok)).toHaveLength(maxRubrics);
  expect(answers.filter((a) => a.error?.error === "too_many_rubrics")).toHaveLength(3);
});

test("are replaced as a set, by an edit, and by nothing", async () => {
  const { id } = await agent();
  const old = (await add(id, "Old")).ok?.rubric;
  const set = await service.ok(replaceEvalRubrics, { params: { agentId: id }, body: { rubrics: [about("One"), about("Two")] } });
  expect(set).toMatchObject({ rubrics: [{ title: "One" }, { title: "Two" }], platform_rubrics: [] });
  await service.fails(deleteEvalRubric, { params: { agentId: id, rubricId: old?.id ?? "" } }, "not_found");
  const [one] = set.rubrics;
  const params = { agentId: id, rubricId: one?.id ?? "" };
  expect((await service.ok(updateEvalRubric, { params, body: { title: "One" } })).rubric).toEqual(one);
  const { rubric } = await service.ok(updateEvalRubric, { params, body: { title: "Another" } });
  expect(rubric).toMatchObject({ title: "Another", description: one?.description, sort_order: 0 });
  expect([rubric.id, rubric.slug]).not.toEqual([one?.id, one?.slug]);
  expect(await titles(id)).toEqual(["Another", "Two"]);
  await service.fails(updateEvalRubric, { params, body: { title: "Again" } }, "not_found");
  await service.ok(deleteEvalRubric, { params: { agentId: id, rubricId: rubric.id } });
  await service.ok(replaceEvalRubrics, { params: { agentId: id }, body: { rubrics: [] } });
  expect(await list(id)).toEqual([]);
});

test("go along into the revision that is made from theirs, and are its own from then on", async () => {
  const { id, buildId } = await agent();
  const first = (await add(id, "Kept")).ok?.rubric;
  const { build } = await service.ok(createRevision, { params: { agent_id: id }, body: { name: "Draft" } });
  expect((await list(id, build.id)).map((r) => r.slug)).toEqual([first?.slug]);
  await add(id, "Only in the draft", build.id);
  expect(await titles(id, buildId)).toEqual(["Kept"]);
  const body = { name: "Copy", source_build_id: build.id };
  const { agent: copy } = await service.ok(createAgent, { params: { teamId: service.teamId }, body });
  expect(await titles(copy.id)).toEqual(["Kept", "Only in the draft"]);
});

test("belong to a revision of this agent", async () => {
  const { id } = await agent();
  const other = await agent();
  const { agent: bare } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Bare" } });
  expect((await add(id, "Foreign", other.buildId)).error?.error).toBe("not_found");
  expect((await add(bare.id, "Nowhere")).error?.message).toContain("No revision of this agent is live");
  expect(await list(bare.id)).toEqual([]);
  await service.fails(getEvalRubrics, { params: { agentId: id }, query: { build_id: other.buildId } }, "not_found");
  const theirs = (await add(other.id, "Theirs")).ok?.rubric.id ?? "";
  await service.fails(deleteEvalRubric, { params: { agentId: id, rubricId: theirs } }, "not_found");
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listPluginCatalog } from "#contract/library/plugins.ts";
import {
  downloadSkill,
  getSkillFileContent,
  listSkillFiles,
  previewSkillUpload,
  updateSkillFile,
  uploadSkill,
} from "#contract/library/skill-files.ts";
import {
  createSkill,
  deleteSkill,
  listSkillAssignments,
  listSkills,
  listSystemSkills,
  maxTeamSkills,
  previewSkillDeletion,
} from "#contract/library/skills.ts";
import { agentWith, brief, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type CallOptions, type TestService, startService } from "#server/testing/service.ts";
import { skillText } from "#server/testing/skills.ts";
import { zipOf } from "#server/testing/zip.ts";
import { unpack } from "#server/library/files/archive.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const create = (name: string, more: { description?: string; content?: string } = {}, options?: CallOptions) =>
  service.call(createSkill, { params: team(), body: { name, description: "Closes a month", content: "# Steps\n", ...more } }, options);
const upload = (bytes: string | Buffer) => service.call(uploadSkill, { params: team(), bytes }, { as: "builder" });
const idOf = async (name: string) => (await create(name)).ok?.skill.id ?? "";
const at = (skill_id: string, path: string) => ({ skill_id, path });
const read = async (id: string, path = "SKILL.md") => (await service.ok(getSkillFileContent, { params: at(id, path) })).content;
const paths = async (id: string) => (await service.ok(listSkillFiles, { params: { skill_id: id } })).files.map((f) => f.path);
const put = (id: string, path: string, content: string) => service.call(updateSkillFile, { params: at(id, path), body: { content } });
const unique = () => `s-${randomUUID().slice(0, 8)}`;

it("a skill is made once and updated by its name", async () => {
  const first = await create("month-end", { content: "# One\n" }, { as: "builder" });
  expect(first).toMatchObject({ status: 201, ok: { skill: { name: "month-end", team_id: service.teamId } } });
  const id = first.ok?.skill.id ?? "";
  await put(id, "notes/terms.md", "30 days");
  const again = await create("month-end", { description: 'Says "hello": twice', content: "# Two\n" });
  expect(again).toMatchObject({ status: 200, ok: { skill: { id, description: 'Says "hello": twice' } } });
  expect(await read(id)).toBe('---\nname: month-end\ndescription: "Says \\"hello\\": twice"\n---\n\n# Two\n');
  expect(await paths(id)).toEqual(["notes/terms.md", "SKILL.md"]);
  const { skills } = await service.ok(listSkills, { params: team() }, { as: "member" });
  expect(skills[0]).toMatchObject({ id, updated_by_user_name: "owner", updated_by_user_id: service.ids.owner, source: null });
  expect(skills.slice(1).map((s) => s.team_id)).toEqual([null, null, null]);
});

it("keeps any metadata, and names each broken field twice", async () => {
  const metadata = { author: { team: "Finance", level: 2 }, reviewed: null };
  const body = { name: unique(), description: "Closes a month", content: "# Steps", metadata };
  const { skill } = await service.ok(createSkill, { params: team(), body });
  expect(await read(skill.id)).toContain(`metadata: ${JSON.stringify(metadata)}`);
  const wrong = { ...body, name: "Bad Name", description: "", metadata: { long: "x".repeat(16_000) } };
  const refused = await service.fails(createSkill, { params: team(), body: wrong }, "invalid_request");
  const named = (refused as { validationErrors?: { field: string; message: string }[] }).validationErrors;
  expect(named).toEqual(refused.issues?.map(({ path, message }) => ({ field: path.join("."), message })));
  expect(named?.map(({ field }) => field)).toEqual(expect.arrayContaining(["name", "description", "metadata"]));
});

it("of uploads of one new name at once one creates, the others update", async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => create("race")));
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
});

it("an upload is shown before it replaces, and comes back as it was", async () => {
  const files = { "SKILL.md": skillText("packed"), "a/Ä.md": "a", "b.md": "b", "c.bin": Buffer.from([0, 255]) };
  const pack = (changes: Record<string, string | Buffer> = {}, without = "") =>
    zipOf(
      Object.entries({ ...files, ...changes })
        .filter(([name]) => name !== without)
        .map(([name, content]) => ({ name, content })),
    );
  const preview = (bytes: Buffer) => service.ok(previewSkillUpload, { params: team(), bytes });
  expect(await preview(pack())).toMatchObject({ skill_id: null, added: Object.keys(files).toSorted(), removed: [] });
  const made = await upload(pack());
  expect(made.status).toBe(201);
  const id = made.ok?.skill.id ?? "";
  const changed = pack({ "b.md": "B", "d.md": "d" }, "a/Ä.md");
  expect(await preview(changed)).toEqual({
    skill_id: id,
    name: "packed",
    description: "Closes a month",
    added: ["d.md"],
    changed: ["b.md"],
    removed: ["a/Ä.md"],
    unchanged: ["SKILL.md", "c.bin"],
  });
  expect(await paths(id)).toContain("a/Ä.md");
  expect(await upload(changed)).toMatchObject({ status: 200, ok: { skill: { id } } });
  const zip = await service.ok(downloadSkill, { params: { skill_id: id } }, { as: "member" });
  const contents = await unpack(Buffer.from(zip));
  expect(Object.fromEntries([...contents].map(([path, bytes]) => [path, bytes.toString("latin1")]))).toEqual({
    "SKILL.md": skillText("packed"),
    "b.md": "B",
    "c.bin": "\u0000ÿ",
    "d.md": "d",
  });
  await service.fails(getSkillFileContent, { params: at(id, "c.bin") }, "not_text");
  await service.fails(getSkillFileContent, { params: at(id, "a/Ä.md") }, "not_found");
  expect(await upload(skillText("packed"))).toMatchObject({ status: 200 });
  expect(await paths(id)).toEqual(["SKILL.md"]);
});

it("says what is wrong with a SKILL.md", async () => {
  const wrong: [string, string][] = [
    ["# No front matter", "must start with front matter"],
    ["---\ndescription: x\n---\n", "SKILL.md, name: This is required"],
    [skillText("Big Name"), "SKILL.md, name: Use lowercase"],
    [skillText("a--b"), "SKILL.md, name: Use lowercase"],
    [skillText("a".repeat(65)), "SKILL.md, name: Use at most 64"],
    [skillText("fine", "''"), "SKILL.md, description: Enter a description"],
    [skillText("fine", "x".repeat(1025)), "SKILL.md, description: Use at most 1,024"],
    ["\u0000", "neither a ZIP nor"],
    [skillText("csv-with-python"), "is an included skill"],
  ];
  for (const [text, says] of wrong) {
    const error = await service.fails(uploadSkill, { params: team(), bytes: text }, "invalid_skill");
    expect(error.message, text.slice(0, 80)).toContain(says);
  }
  const preview = await service.fails(previewSkillUpload, { params: team(), bytes: skillText("-a") }, "invalid_skill");
  expect(preview.issues?.[0]?.path).toEqual(["name"]);
  const bytes = skillText("Big Name", "''");
  const named = [expect.objectContaining({ field: "name" }), expect.objectContaining({ field: "description" })];
  const id = await idOf(unique());
  for (const refused of [
    await service.fails(uploadSkill, { params: team(), bytes }, "invalid_skill"),
    await service.fails(previewSkillUpload, { params: team(), bytes }, "invalid_skill"),
    await service.fails(updateSkillFile, { params: at(id, "SKILL.md"), body: { content: bytes } }, "invalid_skill"),
  ])
    expect(refused).toMatchObject({ validationErrors: named });
});

it("a file is changed in place; SKILL.md carries the name", async () => {
  const [name, other, renamed] = [unique(), unique(), unique()];
  const id = await idOf(name);
  await idOf(other);
  expect((await put(id, "lib/a.py", "print(1)\n")).ok).toEqual({ success: true, message: "lib/a.py was saved." });
  expect((await put(id, "SKILL.md", skillText(renamed, "Other"))).ok?.skill).toEqual({ id, name: renamed, description: "Other" });
  await service.fails(updateSkillFile, { params: at(id, "SKILL.md"), body: { content: skillText(other) } }, "name_taken");
  for (const [path, content, says] of [
    ["SKILL.md", "# no", "front matter"],
    ["LIB/A.py", "x", "already exists"],
    ["lib", "x", "already exists"],
    ["lib/a.py/b", "x", "already exists"],
  ] as const) {
    const error = await service.fails(updateSkillFile, { params: at(id, path), body: { content } }, "invalid_skill");
    expect(error.message, path).toContain(says);
  }
  expect([await read(id), await paths(id)]).toEqual([skillText(renamed, "Other"), ["lib/a.py", "SKILL.md"]]);
});

it("is hidden from other teams, and read-only for Members and where it comes with the service", async () => {
  const own = await idOf(unique());
  const { skills } = await service.ok(listSystemSkills, {}, { as: "stranger" });
  expect(skills.map((s) => s.name)).toEqual(["asking-a-person", "csv-with-python", "summary-report"]);
  const system = skills[1]?.id ?? "";
  expect(await paths(system)).toEqual(["read_csv.py", "SKILL.md"]);
  expect(await read(system)).toContain("name: csv-with-python");
  const body = { content: "x" };
  for (const id of [own, randomUUID()]) {
    for (const endpoint of [listSkillFiles, downloadSkill, listSkillAssignments, deleteSkill, previewSkillDeletion])
      await service.fails(endpoint, { params: { skill_id: id } }, "not_found", { as: "neighbour" });
    await service.fails(getSkillFileContent, { params: at(id, "SKILL.md") }, "not_found", { as: "stranger" });
    await service.fails(updateSkillFile, { params: at(id, "x"), body }, "not_found", { as: "stranger" });
  }
  for (const endpoint of [listSkillFiles, downloadSkill, listSkillAssignments, deleteSkill, previewSkillDeletion])
    await service.fails(endpoint, { params: { skill_id: own } }, "forbidden", { as: "clarity" });
  await service.fails(getSkillFileContent, { params: at(own, "SKILL.md") }, "forbidden", { as: "clarity" });
  await service.fails(updateSkillFile, { params: at(own, "x"), body }, "forbidden", { as: "member" });
  for (const endpoint of [downloadSkill, deleteSkill, previewSkillDeletion])
    await service.fails(endpoint, { params: { skill_id: system } }, "forbidden");
  await service.fails(updateSkillFile, { params: at(system, "SKILL.md"), body }, "forbidden");
});

it("agents read their skills, and programs find the same files", async () => {
  const name = unique();
  const id = await idOf(name);
  await put(id, "lib/rules.py", "LIMIT = 30\n");
  const { skills: system } = await service.ok(listSystemSkills, {});
  const csv = system.find((s) => s.name === "csv-with-python")?.id ?? "";
  const code = [
    "import os, sys",
    `sys.path[:0] = ['skills/${name}/lib', 'skills/csv-with-python']`,
    "from rules import LIMIT",
    "from read_csv import amount",
    `print(LIMIT, amount('1.234,56'), os.access('skills/${name}', os.W_OK), sorted(os.listdir('skills')) == sorted(['${name}', 'csv-with-python']))`,
  ].join("\n");
  const config = scripted(
    `call read_skill {"skill": "${name}"}`,
    `call read_skill {"skill": "${name}", "path": "lib/rules.py"}`,
    `call read_skill {"skill": "month-end"}`,
    `call run_python ${JSON.stringify({ code })}`,
    "say {{last}}",
  );
  const agent = await agentWith(service, { ...config, data: { ...config.data, tools: [{ type: "python" }], skills: [id, csv] } } as never);
  const run = await settled(service, await startRunOf(service, agent.id));
  expect(run.status).toBe("completed");
  const log = brief(await messagesOf(service, run.id));
  expect(log.find((line) => line.includes("# Steps"))).toContain('{"path":"lib/rules.py","size_bytes":11}');
  expect(log.find((line) => line.includes("LIMIT = 30"))).toBeDefined();
  expect(log.find((line) => line.includes("There is no skill month-end here"))).toContain(`${name}, csv-with-python`);
  expect(log.at(-2)).toBe("assistant text: 30 1234.56 False True");

  const { skills: listed } = await service.ok(listSkills, { params: team() }, { as: "member" });
  const usesOf = (skillId: string) => listed.flatMap((s) => (s.id === skillId ? [[s.live_agents, typeof s.last_run_at]] : []));
  expect([...usesOf(id), ...usesOf(csv)]).toEqual([
    [1, "string"],
    [1, "string"],
  ]);
  const idle = listed.filter((s) => s.id !== id && s.id !== csv);
  expect(new Set(idle.map((s) => `${s.live_agents} ${s.last_run_at}`))).toEqual(new Set(["0 null"]));
  expect(await service.ok(listSkillAssignments, { params: { skill_id: id } })).toEqual({
    assignments: [{ id: agent.id, name: "Agent" }],
    total: 1,
  });
  expect(await service.ok(listSkillAssignments, { params: { skill_id: csv }, query: { team_id: service.teamId } })).toMatchObject({
    total: 1,
  });

  expect((await service.ok(deleteSkill, { params: { skill_id: id } }, { as: "builder" })).success).toBe(true);
  const failed = await settled(service, await startRunOf(service, agent.id));
  expect([failed.status, JSON.stringify(failed)]).toEqual(["failed", expect.stringContaining("a skill that no longer exists")]);
});

it("a team keeps a bounded number of skills", async () => {
  await service.pool.query(
    "insert into skills (id, team_id, name, description) select gen_random_uuid(), $1, 'many-' || n, 'x' from generate_series(1, $2::int) n",
    [service.strangerTeamId, maxTeamSkills],
  );
  const params = { teamId: service.strangerTeamId };
  const options = { as: "stranger" } as const;
  await service.fails(createSkill, { params, body: { name: "one-more", description: "x", content: "" } }, "too_many", options);
  await service.fails(uploadSkill, { params, bytes: skillText("one-more") }, "too_many", options);
});

it("lists no plugin, since no configuration can name one", async () => {
  expect(await service.ok(listPluginCatalog, {}, { as: "member" })).toEqual({ plugins: [] });
});

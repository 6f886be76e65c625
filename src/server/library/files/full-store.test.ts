import { createHash } from "node:crypto";
import { afterAll, beforeEach, beforeAll, describe, expect, it } from "vitest";
import { moveAgent } from "#contract/agents/agent-move.ts";
import { generateRevision, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { createFileUploadUrl, deleteFile, listFiles, renameFile, updateFileContent } from "#contract/library/files.ts";
import { updateSkillFile, uploadSkill } from "#contract/library/skill-files.ts";
import { createSkill, deleteSkill, listSkills } from "#contract/library/skills.ts";
import { listSandboxFiles } from "#contract/runs/sandboxes.ts";
import { agentWith, brief, messagesOf, python, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { attachTo, addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { skillText } from "#server/testing/skills.ts";
import { miscountedBytes } from "#server/testing/stored-bytes.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { STORAGE_PERSON_MB: "1", STORAGE_TEAM_MB: "2", STORAGE_ORGANIZATION_MB: "4" } });
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["files", "skills", "code_blobs", "sandboxes", "case_attachments"]) await service.pool.query(`delete from ${table}`);
});

const full = "One person can store 1 MB of files, and this would be more. Delete files that are no longer needed, then try again.";
const team = () => ({ teamId: service.teamId });
const file = (path: string, size: number, teamId = service.teamId) => ({ params: { teamId, path }, body: { content: "x".repeat(size) } });
const stored = async () => {
  const { rows } = await service.pool.query<{ n: number }>("select coalesce(sum(n), 0)::int as n from storage_counts where scope = $1", [
    `person:${service.ids.owner}`,
  ]);
  return rows[0]?.n;
};
const blob = (bytes: string) => ({ params: { ...team(), sha256: createHash("sha256").update(bytes).digest("hex") }, bytes });

describe("people", () => {
  it("are refused skills for which there is no room, and get it back", async () => {
    const body = { name: "closing", description: "Closes", content: "x".repeat(400_000) };
    const { skill } = await service.ok(createSkill, { params: team(), body });
    const before = (await stored()) ?? 0;
    expect(before).toBeGreaterThan(400_000);
    await service.ok(createSkill, { params: team(), body });
    expect(await stored()).toBe(before);
    const more = (path: string) => ({ params: { skill_id: skill.id, path }, body: { content: "y".repeat(300_000) } });
    await service.ok(updateSkillFile, more("a.md"));
    await service.ok(updateSkillFile, more("a.md"));
    expect((await service.fails(updateSkillFile, more("b.md"), "storage_full")).message).toBe(full);
    await service.fails(createSkill, { params: team(), body: { ...body, name: "other" } }, "storage_full");
    await service.fails(uploadSkill, { params: team(), bytes: skillText("third", "Three", "z".repeat(400_000)) }, "storage_full");
    expect(await stored()).toBe(before + 300_000);
    expect((await service.ok(listSkills, { params: team() })).skills.filter((one) => one.team_id)).toHaveLength(1);
    // Somebody else replaces it: from now on it counts against that person.
    await service.ok(createSkill, { params: team(), body: { ...body, content: "short" } }, { as: "builder" });
    expect(await stored()).toBe(0);
    expect(await miscountedBytes(service.pool)).toEqual([]);
    await service.ok(deleteSkill, { params: { skill_id: skill.id } });
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });

  it("are refused files of programs for which there is no room", async () => {
    for (const n of [0, 1, 2, 3, 4, 5, 6]) await service.ok(putCodeBlob, blob(`${n}`.repeat(131_072)));
    await service.ok(putCodeBlob, blob("0".repeat(131_072)));
    expect((await service.fails(putCodeBlob, blob("7".repeat(131_072)), "storage_full")).message).toBe(full);
    const sha256 = blob("7".repeat(131_072)).params.sha256;
    expect((await service.ok(listMissingCodeBlobs, { params: team(), body: { sha256: [sha256] } })).missing).toEqual([sha256]);
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });

  it("are refused the pieces of an upload for which there is no room", async () => {
    const { signedUrl } = await service.ok(createFileUploadUrl, {
      params: team(),
      body: { fileName: "large.bin", contentType: "text/plain" },
    });
    const piece = (first: number) =>
      fetch(signedUrl, {
        method: "PUT",
        body: "x".repeat(600_000),
        headers: { "content-range": `bytes ${first}-${first + 599_999}/1800000` },
      });
    expect((await piece(0)).status).toBe(308);
    expect(await stored()).toBe(600_000);
    const refused = await piece(600_000);
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([409, full]);
    await service.pool.query("delete from file_uploads");
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });

  it("replace a file with its history while there is room for the new content", async () => {
    await service.ok(updateFileContent, file("notes.txt", 500_000), { as: "builder" });
    await service.ok(updateFileContent, file("more.txt", 400_000), { as: "builder" });
    // What the builder wrote counts against whoever replaced it, at no moment against both.
    await service.ok(updateFileContent, file("notes.txt", 100_000));
    expect(await stored()).toBe(600_000);
    const limit = (bytes: number) => service.pool.query("update storage_limits set bytes = $1 where scope = 'person'", [bytes]);
    await limit(100_000);
    await service.fails(updateFileContent, file("new.txt", 1), "storage_full");
    await service.ok(renameFile, { params: team(), body: { relativePath: "notes.txt", newFilenameOnly: "later.txt" } });
    await service.ok(deleteFile, { params: { ...team(), path: "later.txt" } });
    await limit(1_000_000);
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });

  it("cannot move an agent into a team whose room its files would exceed", async () => {
    const queue = await queueIn(service);
    const agent = await agentOn(
      service,
      { version: "v1", data: { model: "scripted", input: "say A", files: ["large.txt"] } },
      { consumes: [queue] },
    );
    await service.ok(updateFileContent, file("large.txt", 900_000), { as: "builder" });
    const [caseId = ""] = await addCases(service, queue, { title: "Attached" });
    await attachTo(service, { queue_id: queue, case_id: caseId }, "note.txt", "attached");
    const there = (name: string) => file(name, 700_000, service.neighbourTeamId);
    await service.ok(updateFileContent, there("a.txt"), { as: "neighbour" });
    await service.ok(updateFileContent, there("b.txt"), { as: "director" });
    const move = {
      params: { agent_id: agent.id },
      query: {},
      body: { target_team_id: service.neighbourTeamId, bypass_standalone_gate: true },
    };
    const preview = { ...move, query: { dry_run: "true" } } as const;
    const as = { as: "director" } as const;
    const both = async () => [
      (await service.fails(moveAgent, preview, "storage_full", as)).message,
      (await service.fails(moveAgent, move, "storage_full", as)).message,
    ];
    const said = await both();
    expect(said[0]).toBe(said[1]);
    await service.pool.query("delete from files where path = 'b.txt'");
    // Room for the copy, and none for what moves beside it.
    const { rows } = await service.pool.query("select sum(n) as n from storage_counts where scope = $1", [
      `team:${service.neighbourTeamId}`,
    ]);
    const limit = (bytes: number) => service.pool.query("update storage_limits set bytes = $1 where scope = 'team'", [bytes]);
    await limit(Number(rows[0].n) + 900_000);
    expect(new Set(await both()).size).toBe(1);
    await limit(Number(rows[0].n) + 900_000 + "attached".length);
    await service.ok(moveAgent, preview, as);
    await service.ok(moveAgent, move, as);
    await limit(2_000_000);
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });
});

describe("agents", () => {
  const fill = () => service.ok(updateFileContent, file("full.txt", 1_000_000));

  it("read that there is no room where they write a file", async () => {
    const tool = await agentWith(service, scripted('call write_file {"path": "a.txt", "content": "more"}', "say {{last}}"));
    const program = await agentWith(
      service,
      python(
        'import caseload\ntry:\n    caseload.files.write("b.txt", "more")\nexcept caseload.CallError as error:\n    print("refused:", error)',
      ),
    );
    await fill();
    for (const { id } of [tool, program]) {
      const run = await settled(service, await startRunOf(service, id));
      expect(run.status).toBe("completed");
      expect(brief(await messagesOf(service, run.id)).join("\n")).toContain(full);
    }
    expect((await service.ok(listFiles, { params: team() })).files.map((one) => one.path)).toEqual(["full.txt"]);
  });

  it("fail where their results have no room, and keep none of them", async () => {
    const code =
      'import os\nos.makedirs("output", exist_ok=True)\nopen("output/a.txt", "w").write("a")\nopen("output/b.txt", "w").write("x" * 50)';
    const agent = await agentWith(service, python(code));
    await fill();
    const run = await settled(service, await startRunOf(service, agent.id));
    expect(run.status).toBe("failed");
    expect(run.failure).toEqual({ code: "storage_full", message: `These results were not kept: output/a.txt, output/b.txt. ${full}` });
    const { files } = await service.ok(listSandboxFiles, { params: { sandbox_id: run.sandbox_id ?? "" }, query: { path: "/workspace" } });
    expect(files).toEqual([]);
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });

  it("fail to write a revision whose program has no room", async () => {
    const agent = await agentWith(service, python("print(1)"));
    const { build } = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } });
    await fill();
    await service.ok(generateRevision, { params: { build_id: build.id }, body: { prompt: "write main.py print(2)", model: "scripted" } });
    const look = async () => (await service.ok(getRevisionGeneration, { params: { build_id: build.id } })).generation;
    await expect.poll(look).toMatchObject({ failure: { code: "storage_full", message: full } });
  });
});

it("takes the bytes of a team and of a person out of every count when they go", async () => {
  for (const as of ["owner", "colleague"] as const) await service.ok(updateFileContent, file(`${as}.txt`, 1_000), { as });
  await service.ok(updateFileContent, file("theirs.txt", 1_000, service.neighbourTeamId), { as: "neighbour" });
  await service.pool.query("delete from users where id = $1", [service.ids.colleague]);
  expect(await miscountedBytes(service.pool)).toEqual([]);
  await service.pool.query("delete from teams where id = $1", [service.neighbourTeamId]);
  expect(await miscountedBytes(service.pool)).toEqual([]);
});

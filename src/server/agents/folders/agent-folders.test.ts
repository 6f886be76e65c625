import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createAgentFolder,
  deleteAgentFolder,
  listAgentFolders,
  maxFolderDepth,
  maxFolders,
  moveAgentsToFolder,
  updateAgentFolder,
} from "#contract/agents/agent-folders.ts";
import { deleteAgent, getAgent, listAgents } from "#contract/agents/agents.ts";
import { newId } from "#server/platform/db/columns.ts";
import { agentWith, scripted } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const absent = "00000000-0000-7000-8000-000000000000";
const inTeam = () => ({ params: { teamId: service.teamId } });
const agent = async () => (await agentWith(service, scripted("say Hello"))).id;
async function folder(name: string, parent: string | null = null): Promise<string> {
  return (await service.ok(createAgentFolder, { ...inTeam(), body: { name, parent_folder_id: parent } })).folder.id;
}
const rename = (folder_id: string, body: { name?: string; parent_folder_id?: string | null }) => ({ params: { folder_id }, body });
const put = (agent_ids: string[], folder_id: string | null) =>
  service.ok(moveAgentsToFolder, { ...inTeam(), body: { agent_ids, folder_id } });
const folderOf = async (agent_id: string) => (await service.ok(getAgent, { params: { agent_id } })).agent.folder_id;
async function row(id: string) {
  return (await service.ok(listAgentFolders, inTeam())).folders.find((f) => f.id === id);
}

describe("the tree", () => {
  test("lists every folder by name with what lies directly in it", async () => {
    const top = await folder("Österreich");
    const below = await folder("Zoll", top);
    await folder("ähnliches", top);
    await put([await agent(), await agent()], below);
    expect(await row(top)).toMatchObject({ name: "Österreich", parent_folder_id: null, agent_count: 0, subfolder_count: 2 });
    expect(await row(below)).toMatchObject({ parent_folder_id: top, agent_count: 2, subfolder_count: 0, team_id: service.teamId });
    const { folders } = await service.ok(listAgentFolders, inTeam(), { as: "member" });
    expect(folders.filter((f) => f.parent_folder_id === top).map((f) => f.name)).toEqual(["ähnliches", "Zoll"]);
  });

  test("two folders in one place cannot have one name, in two places they can", async () => {
    const a = await folder("Twice");
    const b = await folder("Other");
    await service.fails(createAgentFolder, { ...inTeam(), body: { name: "Twice" } }, "name_taken");
    await service.fails(updateAgentFolder, rename(b, { name: "Twice" }), "name_taken");
    const inner = await folder("Twice", a);
    await service.fails(updateAgentFolder, rename(inner, { parent_folder_id: null }), "name_taken");
    // Its own name is not taken by itself.
    await service.ok(updateAgentFolder, rename(a, { name: "Twice", parent_folder_id: null }));
    await service.ok(updateAgentFolder, rename(inner, { parent_folder_id: b }));
    expect(await row(inner)).toMatchObject({ name: "Twice", parent_folder_id: b });
  });

  test("of parallel creations of one name one succeeds", async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call(createAgentFolder, { ...inTeam(), body: { name: "Raced" } })),
    );
    expect(answers.map((a) => a.status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  test("a folder moves neither into itself nor deeper than the bound", async () => {
    const chain = [await folder("1")];
    for (let depth = 2; depth <= maxFolderDepth; depth++) chain.push(await folder(String(depth), chain.at(-1)));
    const [first = "", second = ""] = chain;
    const last = chain.at(-1) ?? "";
    await service.fails(updateAgentFolder, rename(first, { parent_folder_id: first }), "folder_cycle");
    await service.fails(updateAgentFolder, rename(first, { parent_folder_id: last }), "folder_cycle");
    const deeper = { ...inTeam(), body: { name: "too deep", parent_folder_id: last } };
    expect((await service.fails(createAgentFolder, deeper, "invalid_request")).issues?.[0]?.path).toEqual(["parent_folder_id"]);
    // What is moved brings its own levels along.
    const pair = await folder("pair");
    await folder("half", pair);
    await service.fails(updateAgentFolder, rename(pair, { parent_folder_id: chain.at(-2) ?? "" }), "invalid_request");
    await service.ok(updateAgentFolder, rename(pair, { parent_folder_id: second }));
    for (const parent of [absent, (await folderOfStranger()).id])
      await service.fails(createAgentFolder, { ...inTeam(), body: { name: "x", parent_folder_id: parent } }, "invalid_request");
  });

  test("parallel moves never close a circle: what a walk upwards reaches ends at the root", async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => folder(`racer ${i}`)));
    const moves = Array.from({ length: 40 }, (_, i) => {
      const from = ids[i % ids.length] ?? "";
      const to = ids[(i * 7 + 1 + Math.floor(i / 6)) % ids.length] ?? "";
      return service.call(updateAgentFolder, rename(from, { parent_folder_id: to }));
    });
    const answers = await Promise.all(moves);
    const codes = new Set(answers.map((a) => a.error?.error ?? "moved"));
    expect(codes).toContain("moved");
    expect(codes).toContain("folder_cycle");
    expect([...codes].filter((code) => !["moved", "folder_cycle", "invalid_request"].includes(code))).toEqual([]);
    const parents = new Map((await service.ok(listAgentFolders, inTeam())).folders.map((f) => [f.id, f.parent_folder_id]));
    for (const start of ids) {
      const seen: string[] = [];
      for (let at: string | null = start; at; at = parents.get(at) ?? null) {
        expect(seen).not.toContain(at);
        seen.push(at);
      }
      expect(seen.length).toBeLessThanOrEqual(maxFolderDepth);
    }
  });

  test("a team has a bounded number of folders", async () => {
    const as = { as: "stranger" } as const;
    const { rowCount } = await service.pool.query(
      "insert into agent_folders (id, team_id, name) select gen_random_uuid(), $1, 'f' || n from generate_series(1, $2::int) n",
      [service.strangerTeamId, maxFolders],
    );
    expect(rowCount).toBe(maxFolders);
    const body = { name: "one more" };
    const error = await service.fails(createAgentFolder, { params: { teamId: service.strangerTeamId }, body }, "invalid_request", as);
    expect(error.issues?.[0]?.path).toEqual(["name"]);
    await service.pool.query("delete from agent_folders where team_id = $1", [service.strangerTeamId]);
  });
});

async function folderOfStranger() {
  const body = { name: `Foreign ${newId()}` };
  return (await service.ok(createAgentFolder, { params: { teamId: service.strangerTeamId }, body }, { as: "stranger" })).folder;
}

describe("what lies in a folder", () => {
  test("agents move together or not at all, and keep their time of change", async () => {
    const target = await folder("Target");
    const [a, b] = [await agent(), await agent()];
    const before = (await service.ok(getAgent, { params: { agent_id: a } })).agent.updated_at;
    expect(await put([a, b], target)).toEqual({ success: true, moved_count: 2 });
    expect(await put([a, b], target)).toEqual({ success: true, moved_count: 0 });
    expect([await folderOf(a), await folderOf(b)]).toEqual([target, target]);
    expect((await service.ok(getAgent, { params: { agent_id: a } })).agent.updated_at).toBe(before);
    const gone = await agent();
    await service.ok(deleteAgent, { params: { agent_id: gone } });
    for (const other of [absent, gone])
      await service.fails(moveAgentsToFolder, { ...inTeam(), body: { agent_ids: [a, other], folder_id: null } }, "not_found");
    expect(await folderOf(a)).toBe(target);
    const { id: foreign } = await folderOfStranger();
    await service.fails(moveAgentsToFolder, { ...inTeam(), body: { agent_ids: [a], folder_id: foreign } }, "not_found");
    expect(await put([a, b], null)).toMatchObject({ moved_count: 2 });
    expect(await folderOf(b)).toBeNull();
  });

  test("a Builder arranges agents that others made, a Member none", async () => {
    const [target, theirs] = [await folder("Shared"), await agent()];
    const input = { ...inTeam(), body: { agent_ids: [theirs], folder_id: target } };
    await service.fails(moveAgentsToFolder, input, "forbidden", { as: "member" });
    await service.ok(moveAgentsToFolder, input, { as: "builder" });
  });

  test("the list of agents narrows to a folder, or to what lies in none", async () => {
    const target = await folder("Filtered");
    const [inside, outside] = [await agent(), await agent()];
    await put([inside], target);
    const ids = async (folder_id: string) =>
      (await service.ok(listAgents, { ...inTeam(), query: { folder_id, limit: 100 } })).agents.map((a) => a.id);
    expect(await ids(target)).toEqual([inside]);
    expect(await ids("root")).toContain(outside);
    expect(await ids("root")).not.toContain(inside);
    await service.ok(deleteAgent, { params: { agent_id: inside } });
    expect(await row(target)).toMatchObject({ agent_count: 0 });
  });

  test("a folder with contents is deleted by force only; its agents, also those further down, lie at the root then", async () => {
    const top = await folder("Full");
    const below = await folder("Inner", top);
    const [a, b] = [await agent(), await agent()];
    await put([a], top);
    await put([b], below);
    const refused = await service.fails(deleteAgentFolder, { params: { folder_id: top } }, "folder_not_empty");
    expect(refused).toMatchObject({ has_contents: true, agent_count: 2 });
    await service.fails(deleteAgentFolder, { params: { folder_id: top }, query: { force: "false" } }, "folder_not_empty");
    await service.ok(deleteAgentFolder, { params: { folder_id: top }, query: { force: "true" } });
    expect([await folderOf(a), await folderOf(b), await row(below)]).toEqual([null, null, undefined]);
    await service.ok(deleteAgentFolder, { params: { folder_id: await folder("Empty") } });
  });

  test("whoever moves agents into a folder that is being deleted finds it gone, or them at the root", async () => {
    for (let round = 0; round < 5; round++) {
      const [target, moved] = [await folder(`Vanishing ${round}`), await agent()];
      const [move, removal] = await Promise.all([
        service.call(moveAgentsToFolder, { ...inTeam(), body: { agent_ids: [moved], folder_id: target } }),
        service.call(deleteAgentFolder, { params: { folder_id: target }, query: { force: "true" } }),
      ]);
      expect(removal.status).toBe(200);
      expect([200, 404]).toContain(move.status);
      expect(await folderOf(moved)).toBeNull();
    }
  });
});

import { createHash } from "node:crypto";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getCodeBlob, listMissingCodeBlobs, putCodeBlob } from "#contract/agents/code-blobs.ts";
import type { Config } from "#contract/agents/config.ts";
import { updateRevision } from "#contract/agents/revisions.ts";
import { settleObjects } from "#server/library/room/unconfirmed-objects.ts";
import { agentWith, python } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";
import { miscountedBytes } from "#server/testing/stored-bytes.ts";
import { removeOrphanedObjects } from "#server/library/room/removed-objects.ts";
import { blobKeys } from "./code-blobs.store.ts";
import { removeUnnamedBlobs } from "./unnamed-blobs.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const at = (text: string) => ({ params: { teamId: service.teamId, sha256: digest(text) } });
const put = (text: string) => service.ok(putCodeBlob, { ...at(text), bytes: text });
const naming = (text: string): Config => ({
  version: "v1",
  data: {
    language: "python",
    source: {
      kind: "files",
      startCommand: "python main.py",
      bundle: { bucket: `team-${service.teamId}`, files: [{ path: "main.py", sha256: digest(text), sizeBytes: text.length }] },
    },
  },
});
const name = (build_id: string, text: string) => service.call(updateRevision, { params: { build_id }, body: { config: naming(text) } });
const age = () => service.pool.query("update code_blobs set needed_at = now() - interval '25 hours'");
const sweep = () => removeUnnamedBlobs(service.app.services);

/** As if all bytes had been written, and all rows had gone, two hours ago. */
async function settleLater(): Promise<void> {
  const notes = join(service.app.services.config.dataDir, "objects", ".unconfirmed");
  const earlier = new Date(Date.now() - 7_200_000);
  for (const note of await readdir(notes)) await utimes(join(notes, note), earlier, earlier);
  await settleObjects(service.app.services);
  await service.pool.query("update orphaned_objects set created_at = now() - interval '2 hours'");
  await removeOrphanedObjects(service.app.services);
}

test("what nobody names goes after a day, and the rest stays", async () => {
  const { objects, store } = service.app.services;
  const agent = await agentWith(service, python("print(1)"));
  const texts = ["named", "proposed", "loose", "asked for", "new"];
  for (const text of texts.slice(0, 4)) await put(text);
  await name(agent.buildId, "named");
  await service.pool.query(
    `insert into builder_runs (id, agent_id, build_id, team_id, prompt_number, status, prompt, model, turns, proposed_config)
     values (gen_random_uuid(), $1, $2, $3, 1, 'waiting_for_approve', 'Do', 'scripted', '[]', $4)`,
    [agent.id, agent.buildId, service.teamId, JSON.stringify(naming("proposed"))],
  );
  await settleLater();
  await age();
  const keys = await blobKeys(store.db, service.teamId, texts.map(digest));
  const missing = async () =>
    (await service.ok(listMissingCodeBlobs, { params: { teamId: service.teamId }, body: { sha256: texts.map(digest) } })).missing;
  await service.ok(listMissingCodeBlobs, { params: { teamId: service.teamId }, body: { sha256: [digest("asked for")] } });
  await put("new");
  await sweep();
  expect(await missing()).toEqual([digest("loose")]);
  await service.fails(getCodeBlob, at("loose"), "not_found");
  const there = () => Promise.all(texts.slice(0, 4).map((text) => objects.exists(keys.get(digest(text)) ?? "")));
  await settleLater();
  expect(await there()).toEqual([true, true, false, true]);
  expect(await miscountedBytes(service.pool)).toEqual([]);
  await put("loose");
  expect((await service.ok(getCodeBlob, at("loose"))).content).toBe("loose");
  await settleLater();
  expect((await service.ok(getCodeBlob, at("loose"))).content).toBe("loose");
});

test("what is uploaded or named meanwhile is there afterwards, or was missing", async () => {
  const agents = await Promise.all(Array.from({ length: 4 }, () => agentWith(service, python("print(1)"))));
  for (let round = 0; round < 12; round += 1) {
    const texts = agents.map((_, i) => `text ${round} ${i}`);
    for (const text of texts) await put(text);
    await settleLater();
    await age();
    const answers = agents.map((a, i) => name(a.buildId, texts[i] ?? ""));
    // Every other round sweeps only after one is named, so that what is named first is met whichever of the two is faster here.
    const first = round % 2 ? await Promise.race(answers) : undefined;
    const [, , again, ...named] = await Promise.all([sweep(), sweep(), put(texts[0] ?? ""), ...answers]);
    if (first) expect(first.error).toBeUndefined();
    expect(again.sha256).toBe(digest(texts[0] ?? ""));
    await settleLater();
    expect((await service.ok(getCodeBlob, at(texts[0] ?? ""))).content).toBe(texts[0]);
    for (const [i, answer] of named.entries()) {
      if (answer.error) expect(answer.error.error).toBe("missing_blobs");
      else expect((await service.ok(getCodeBlob, at(texts[i] ?? ""))).content).toBe(texts[i]);
    }
  }
});

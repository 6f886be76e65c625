import { afterAll, beforeAll, expect, test } from "vitest";
import { type TriggerFilter } from "#contract/schedules/trigger-filter.ts";
import { listTriggerMatches, tryTriggerFilter, upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createFileUploadUrl, deleteFile, updateFileContent } from "#contract/library/files.ts";
import { agentWith, messagesOf, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const team = () => ({ teamId: service.teamId });
const put = (path: string, content: string) =>
  service.ok(updateFileContent, { params: { ...team(), path }, body: { content } }, { as: "member" });
const upload = async (fileName: string, contentType: string, body: string) => {
  const { signedUrl } = await service.ok(createFileUploadUrl, { params: team(), body: { fileName, contentType } });
  expect((await fetch(signedUrl, { method: "PUT", body })).status).toBe(200);
};
const files = (trigger_type: "file_added" | "file_changed" | "file_removed", filter_config: TriggerFilter = {}) => ({
  integration_slug: "team-files" as const,
  trigger_type,
  filter_config,
});
const listens = (agentId: string, body: ReturnType<typeof files>) => service.ok(upsertAgentTrigger, { params: { agentId }, body });
async function outcomes(agentId: string, trigger_id: string, count: number) {
  const found = async () => (await service.ok(listTriggerMatches, { params: { agentId, trigger_id }, query: {} })).matches;
  await expect.poll(async () => (await found()).filter(({ outcome }) => outcome !== "waiting").length).toBe(count);
  return found();
}
const wordsOf = (matches: Awaited<ReturnType<typeof outcomes>>) =>
  matches.map(({ facts, outcome, failing_field }) => [facts.path, failing_field ?? outcome]);

test("a file starts an agent by its path, kind and size, and no file that the agent wrote does", async () => {
  const writes = (path: string) => scripted(`call write_file {"path": "${path}", "content": "of a run"}`, "say Done");
  const own = (await agentWith(service, writes("inbox/own.csv"))).id;
  const other = (await agentWith(service, writes("inbox/other.csv"))).id;
  const filter = { path_contains: "INBOX/", media_type_contains: "csv", larger_than: 5, smaller_than: 100 };
  const { id } = await listens(own, files("file_added", filter));
  await put("letters/a.csv", "a,b,c,d");
  await upload("inbox/a.pdf", "application/pdf", "1,2,3,4");
  await put("inbox/small.csv", "a");
  await put("inbox/large.csv", "a".repeat(100));
  await upload("inbox/a.csv", "text/csv", "1,2,3,4");
  await put("inbox/a.csv", "replaced, which is no new file");
  await settled(service, await startRunOf(service, other));
  // The event started it, and it writes over what it wrote before: later runs change the file, and add none.
  const matches = await outcomes(own, id, 7);
  const words = wordsOf(matches).toReversed();
  expect(words.slice(0, 5)).toEqual([
    ["letters/a.csv", "path_contains"],
    ["inbox/a.pdf", "media_type_contains"],
    ["inbox/small.csv", "larger_than"],
    ["inbox/large.csv", "smaller_than"],
    ["inbox/a.csv", "started"],
  ]);
  expect(words.slice(5).toSorted()).toEqual([
    ["inbox/other.csv", "started"],
    ["inbox/own.csv", "own_run"],
  ]);
  const started = matches.find(({ facts }) => facts.path === "inbox/a.csv");
  expect(started?.facts).toMatchObject({ media_type: "text/csv", size: 7, run_id: null });
  const told = (await messagesOf(service, started?.run_id ?? "")).map((message) => message.text_content ?? "").join("\n");
  expect(told).toContain('"path": "inbox/a.csv"');
  const tried = await service.ok(tryTriggerFilter, { params: { agentId: own }, body: files("file_added", filter) });
  expect(tried.events.filter(({ failing_field }) => failing_field === null).map(({ facts }) => facts.path)).toContain("inbox/a.csv");
});

test("an agent that a person starts does not start itself, and hears of what is replaced or deleted by name", async () => {
  const { id } = await agentWith(service, scripted('call write_file {"path": "report.txt", "content": "again"}', "say Done"));
  const reader = (await agentWith(service, scripted("say Read"))).id;
  await put("report.txt", "first");
  const [own, changed] = [await listens(id, files("file_changed")), await listens(reader, files("file_changed", { agent_id: id }))];
  await settled(service, await startRunOf(service, id));
  await put("report.txt", "by a person");
  // The change by a person starts the first agent once more, which changes the file again.
  expect(wordsOf(await outcomes(reader, changed.id, 3))).toEqual([
    ["report.txt", "started"],
    ["report.txt", "agent_id"],
    ["report.txt", "started"],
  ]);
  const found = wordsOf(await outcomes(id, own.id, 3)).map(([, outcome]) => outcome);
  expect(found.toSorted()).toEqual(["own_agent", "own_run", "started"]);
  const removed = await listens(reader, files("file_removed"));
  await service.ok(deleteFile, { params: { ...team(), path: "report.txt" } });
  const gone = (await outcomes(reader, removed.id, 4)).find(({ trigger_type }) => trigger_type === "file_removed");
  expect(gone).toMatchObject({ outcome: "started", facts: { path: "report.txt", size: 5 } });
});

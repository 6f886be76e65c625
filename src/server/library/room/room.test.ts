import { afterAll, beforeAll, expect, it } from "vitest";
import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { createClarityProcess } from "#contract/clarity/processes.ts";
import { updateFileContent } from "#contract/library/files.ts";
import { restoreFileVersion } from "#contract/library/file-versions.ts";
import { createCaseAttachmentUploadUrl } from "#contract/queues/case-attachments.ts";
import { createSandbox, createSandboxUploadUrl, uploadSandboxFile } from "#contract/runs/sandboxes.ts";
import { streamEvents } from "#contract/runs/live.ts";
import { createApiKey, createTeamApiKey } from "#contract/teams/api-keys.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { note, startService, type TestService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService({ env: { STORAGE_PERSON_MB: "1", STORAGE_TEAM_MB: "2", STORAGE_ORGANIZATION_MB: "3" } });
});
afterAll(() => service.close());

const bytes = (size: number) => "x".repeat(size);
const stored = async (scope: string) =>
  Number(
    (await service.pool.query<{ n: string }>("select coalesce(sum(n), 0) as n from storage_counts where scope = $1", [scope])).rows[0]?.n,
  );
const file = (path: string, size: number) => ({ params: { teamId: service.teamId, path }, body: { content: bytes(size) } });

it("bounds what a person stores, wherever it is, and gives the room back", async () => {
  const as = "member" as const;
  const person = `person:${service.ids.member}`;
  const { sandbox_id } = await service.ok(createSandbox, { body: { team_id: service.teamId } }, { as });
  const upload = (path: string, size: number) => ({ params: { sandbox_id }, query: { path: `/workspace/${path}` }, bytes: bytes(size) });
  await service.ok(uploadSandboxFile, upload("a", 600_000), { as });
  expect(await stored(person)).toBe(600_000);
  const refused = await service.fails(uploadSandboxFile, upload("b", 500_000), "storage_full", { as });
  expect(refused.message).toContain("One person can store 1 MB");
  expect(await stored(person)).toBe(600_000);
  await service.ok(updateFileContent, file("notes.txt", 300_000), { as });
  await service.ok(updateFileContent, file("notes.txt", 50_000), { as });
  // What it said before is stored too.
  expect(await stored(person)).toBe(950_000);
  await service.fails(updateFileContent, file("more.txt", 60_000), "storage_full", { as });
  await service.fails(restoreFileVersion, { params: { teamId: service.teamId, path: "notes.txt" }, body: { version: 1 } }, "storage_full", {
    as,
  });
  const { upload_url } = await service.ok(createSandboxUploadUrl, { params: { sandbox_id }, body: { path: "/workspace/c" } }, { as });
  expect((await fetch(upload_url, { method: "PUT", body: bytes(100_000) })).status).toBe(409);
  await service.ok(uploadSandboxFile, upload("a", 100_000), { as });
  expect(await stored(person)).toBe(450_000);
  await service.pool.query("delete from files where path = 'notes.txt'");
  await service.pool.query("delete from sandboxes where id = $1", [sandbox_id]);
  expect([await stored(person), await stored(`team:${service.teamId}`), await stored(`organization:${service.organizationId}`)]).toEqual([
    0, 0, 0,
  ]);
});

it("bounds what all members of a team and of an organization store together", async () => {
  for (const as of ["builder", "colleague"] as const) await service.ok(updateFileContent, file(`${as}.txt`, 900_000), { as });
  expect((await service.fails(updateFileContent, file("manager.txt", 300_000), "storage_full", { as: "manager" })).message).toContain(
    "One team can store 2 MB",
  );
  const theirs = (path: string, size: number) => ({ params: { teamId: service.neighbourTeamId, path }, body: { content: bytes(size) } });
  await service.ok(updateFileContent, theirs("a.txt", 900_000), { as: "neighbour" });
  expect((await service.fails(updateFileContent, theirs("b.txt", 400_000), "storage_full", { as: "director" })).message).toContain(
    "One organization can store 3 MB",
  );
  const strangers = { params: { teamId: service.strangerTeamId, path: "a.txt" }, body: { content: bytes(900_000) } };
  await service.ok(updateFileContent, strangers, { as: "stranger" });
});

it("counts an attachment from when it is announced", async () => {
  const queue_id = await queueIn(service);
  const [case_id = ""] = await addCases(service, queue_id, { title: "Announced" });
  const announce = (size_bytes: number) => ({
    params: { queue_id, case_id },
    body: { filename: "a.bin", mime_type: "application/octet-stream", size_bytes },
  });
  await service.fails(createCaseAttachmentUploadUrl, announce(1_100_000), "storage_full");
});

it("refuses the file of a capture that has no room, and keeps none of it", async () => {
  const { process } = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: { name: "Pay" } });
  const announce = { params: { process_id: process.id }, body: { file_name: "work.txt" } };
  const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, announce);
  const put = (size: number) => fetch(signed_url, { method: "PUT", body: bytes(size) });
  const refused = await put(1_100_000);
  expect([refused.status, await refused.json()]).toMatchObject([409, { error: "storage_full" }]);
  const params = { process_id: process.id, capture_id };
  await service.fails(completeClarityCapture, { params }, "not_uploaded");
  expect((await put(10)).status).toBe(200);
  await service.ok(completeClarityCapture, { params });
});

it("bounds the sandboxes and the keys of a person", async () => {
  const as = "administrator" as const;
  await service.pool.query(
    "insert into sandboxes (id, team_id, user_id, by_hand, expires_at) select gen_random_uuid(), $1, $2, true, now() from generate_series(1, 100)",
    [service.teamId, service.ids[as]],
  );
  await service.fails(createSandbox, { body: { team_id: service.teamId } }, "too_many", { as });
  await service.ok(createSandbox, { body: { team_id: service.teamId } }, { as: "manager" });
  const many = (teamId: string, n: number) =>
    service.pool.query(
      "insert into sandboxes (id, team_id, by_hand, expires_at) select gen_random_uuid(), $1, true, now() from generate_series(1, $2::int)",
      [teamId, n],
    );
  const refusedFor = async (who: "manager" | "neighbour") => {
    const team_id = who === "manager" ? service.teamId : service.neighbourTeamId;
    return (await service.fails(createSandbox, { body: { team_id } }, "too_many", { as: who })).message;
  };
  await many(service.teamId, 900);
  expect(await refusedFor("manager")).toContain("This team has 1,000 sandboxes, which is the limit.");
  await many(service.teamId, 9_000);
  expect(await refusedFor("neighbour")).toContain(
    "This organization has 10,000 sandboxes, which is the limit. Use one of them, or try again later",
  );
  await service.ok(createSandbox, { body: { team_id: service.strangerTeamId } }, { as: "stranger" });
  await service.pool.query(
    "insert into api_keys (id, user_id, name, hint, hash) select gen_random_uuid(), $1, 'n', '', gen_random_uuid()::text from generate_series(1, 199)",
    [service.ids[as]],
  );
  await service.fails(createApiKey, { body: { name: "One more" } }, "too_many", { as });
  await service.fails(createTeamApiKey, { params: { teamId: service.teamId }, body: { name: "One more" } }, "too_many", { as });
  await service.ok(createApiKey, { body: { name: "Other" } }, { as: "manager" });
});

it("keeps live streams for others when one person opens many", async () => {
  const abort = new AbortController();
  // An answer that nobody holds is collected, and its stream with it.
  const answers: Response[] = [];
  const open = async (as: "member" | "colleague") => {
    const headers = { authorization: `Bearer ${service.keys[as]}` };
    const answer = await fetch(`${service.url}/v2/teams/${service.teamId}/events`, { headers, signal: abort.signal });
    answers.push(answer);
    return answer;
  };
  for (let n = 0; n < 20; n++) expect((await open("member")).status).toBe(200);
  const refused = await open("member");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(((await refused.json()) as { error: string }).error).toBe("too_many_streams");
  note(streamEvents, "too_many_streams");
  expect((await open("colleague")).status).toBe(200);
  abort.abort();
});

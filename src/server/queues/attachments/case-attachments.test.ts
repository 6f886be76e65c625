import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  createCaseAttachmentUploadUrl,
  deleteCaseAttachment,
  finalizeCaseAttachment,
  getCaseAttachmentDownloadUrl,
  listCaseAttachments,
  maxCaseAttachments,
} from "#contract/queues/case-attachments.ts";
import { deleteCase } from "#contract/queues/cases.ts";
import { deleteQueue } from "#contract/queues/queues.ts";
import { addCases, queueIn } from "#server/testing/cases.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { removeStaleAttachments } from "./case-attachments.store.ts";

let service: TestService;
let params: { queue_id: string; case_id: string };
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => {
  const queue_id = await queueIn(service);
  const [case_id = ""] = await addCases(service, queue_id, { title: "A" });
  params = { queue_id, case_id };
});

interface File {
  filename?: string;
  mime_type?: string;
  size_bytes?: number;
}
const announce = (content: string, { filename = "note.txt", mime_type = "text/plain", size_bytes = content.length }: File = {}) =>
  service.ok(createCaseAttachmentUploadUrl, { params, body: { filename, mime_type, size_bytes } });
const put = (url: string, body: string) => fetch(url, { method: "PUT", body, headers: { "content-type": "text/plain" } });
const finalize = async (attachment_id: string) =>
  (await service.ok(finalizeCaseAttachment, { params: { ...params, attachment_id } })).attachment;
const list = async () => (await service.ok(listCaseAttachments, { params })).attachments;
const addressOf = async (attachment_id: string, disposition?: "inline") =>
  (await service.ok(getCaseAttachmentDownloadUrl, { params: { ...params, attachment_id }, query: disposition ? { disposition } : {} })).url;

async function attach(content: string, file: File = {}): Promise<string> {
  const { attachment_id, upload_url } = await announce(content, file);
  expect((await put(upload_url, content)).status).toBe(200);
  await finalize(attachment_id);
  return attachment_id;
}
const orphans = async () =>
  (await service.pool.query("select object_key from orphaned_objects")).rows.map((row) => row.object_key as string);
const keyOf = async (id: string) =>
  (await service.pool.query("select object_key from case_attachments where id = $1", [id])).rows[0].object_key as string;

describe("an attachment", () => {
  test("is announced, sent, finalized, and only then on the case; it comes back as it was", async () => {
    const { attachment_id, upload_url, content_type } = await announce("Grüße", { filename: "Grüße 1.txt", size_bytes: 7 });
    expect(content_type).toBe("text/plain");
    expect(await list()).toEqual([]);
    expect((await put(upload_url, "Grüße")).status).toBe(200);
    expect(await list()).toEqual([]);
    const settled = await finalize(attachment_id);
    expect(settled).toMatchObject({
      id: attachment_id,
      filename: "Grüße 1.txt",
      status: "ready",
      size_bytes: 7,
      failure_reason: null,
      created_by_user_id: service.ids.owner,
      created_by_user_name: "owner",
    });
    expect(await finalize(attachment_id)).toEqual(settled);
    expect(await list()).toEqual([settled]);
    const answer = await fetch(await addressOf(attachment_id));
    expect(await answer.text()).toBe("Grüße");
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="Gr__e 1.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.txt`);
    expect((await put(upload_url, "Other")).status).toBe(404);
    expect(await (await fetch(await addressOf(attachment_id))).text()).toBe("Grüße");
  });

  test("that did not arrive whole is failed, with the reason, and gives nothing back", async () => {
    const never = await announce("Note");
    const cut = await announce("Note", { size_bytes: 1_200 });
    await put(cut.upload_url, "Note");
    const cutKey = await keyOf(cut.attachment_id);
    const over = await announce("Note", { size_bytes: 3 });
    const refused = await put(over.upload_url, "Note");
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      413,
      "3 bytes were announced for this attachment, and more have come.",
    ]);
    const reasons = [];
    for (const { attachment_id } of [never, cut, over]) reasons.push((await finalize(attachment_id)).failure_reason);
    expect(reasons).toEqual(["No bytes were uploaded.", "4 of 1,200 bytes arrived.", "No bytes were uploaded."]);
    expect((await list()).map((one) => one.status)).toEqual(["failed", "failed", "failed"]);
    expect(await orphans()).toContain(cutKey);
    const failed = { params: { ...params, attachment_id: cut.attachment_id } };
    await service.fails(getCaseAttachmentDownloadUrl, { ...failed, query: {} }, "not_uploaded");
  });

  test("of a kind that runs in a browser is kept as a file, whatever is asked for", async () => {
    const page = "<script>alert(document.cookie)</script>";
    const kinds = {
      "a.txt": "text/plain, text/html",
      "b.txt": "text",
      "a.html": "text/html",
      "a.svg": "image/svg+xml",
      "a.xhtml": "application/xhtml+xml",
      "a.js": "text/javascript",
    };
    for (const [filename, mime_type] of Object.entries(kinds)) {
      const answer = await fetch(await addressOf(await attach(page, { filename, mime_type }), "inline"));
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    }
    const pdf = await fetch(await addressOf(await attach("%PDF-1.4", { filename: "a.pdf", mime_type: "application/pdf" }), "inline"));
    expect(pdf.headers.get("content-disposition")).toMatch(/^inline;/);
    // Only our own pages frame it.
    expect([pdf.headers.get("content-security-policy"), pdf.headers.get("x-frame-options")]).toEqual([
      "sandbox; default-src 'none'; frame-ancestors 'self'",
      "SAMEORIGIN",
    ]);
    const kept = await fetch(await addressOf(await attach("%PDF-1.4", { filename: "b.pdf", mime_type: "application/pdf" })));
    expect([kept.headers.get("content-disposition")?.slice(0, 10), kept.headers.get("x-frame-options")]).toEqual(["attachment", "DENY"]);
    const disguised = await fetch(await addressOf(await attach(page, { filename: "a.png", mime_type: "image/png" }), "inline"));
    expect(disguised.headers.get("content-type")).toBe("image/png");
    expect(disguised.headers.get("content-disposition")).toMatch(/^inline; filename="a.png"/);
    expect(disguised.headers.get("x-content-type-options")).toBe("nosniff");
    expect(disguised.headers.get("content-security-policy")).toContain("sandbox");
  });

  test("belongs to its case, and goes when it is deleted or the case does", async () => {
    const [kept, deleted] = [await attach("Kept"), await attach("Deleted")];
    const other = { queue_id: params.queue_id, case_id: (await addCases(service, params.queue_id, { title: "B" }))[0] ?? "" };
    await service.fails(finalizeCaseAttachment, { params: { ...other, attachment_id: kept } }, "not_found");
    await service.fails(listCaseAttachments, { params: { ...params, queue_id: await queueIn(service) } }, "not_found");
    const keys = [await keyOf(kept), await keyOf(deleted)];
    const url = await addressOf(deleted);
    await service.ok(deleteCaseAttachment, { params: { ...params, attachment_id: deleted } });
    expect((await list()).map((one) => one.id)).toEqual([kept]);
    await service.fails(deleteCaseAttachment, { params: { ...params, attachment_id: deleted } }, "not_found");
    expect((await fetch(url)).status, "a download that was begun may end").toBe(200);
    await service.ok(deleteCase, { params: { case_id: params.case_id } });
    expect(await orphans()).toEqual(expect.arrayContaining(keys));

    const [case_id = ""] = await addCases(service, params.queue_id, { title: "C" });
    params = { ...params, case_id };
    const withQueue = await keyOf(await attach("C"));
    await service.ok(deleteQueue, { params: { queue_id: params.queue_id } });
    expect(await orphans()).toContain(withQueue);
  });

  test("is one of at most so many, and those that nobody finishes are let go", async () => {
    const { attachment_id, upload_url } = await announce("Note");
    await put(upload_url, "Note");
    const key = await keyOf(attachment_id);
    await service.pool.query(
      "insert into case_attachments (id, case_id, filename, mime_type, size_bytes) select gen_random_uuid(), $1, 'a', 'text/plain', 1 from generate_series(1, $2)",
      [params.case_id, maxCaseAttachments - 2],
    );
    const body = { filename: "a", mime_type: "text/plain", size_bytes: 1 };
    const both = await Promise.all([1, 2].map(() => service.call(createCaseAttachmentUploadUrl, { params, body })));
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
    await service.fails(createCaseAttachmentUploadUrl, { params, body }, "too_many");
    await service.pool.query("update case_attachments set created_at = now() - interval '25 hours' where case_id = $1", [params.case_id]);
    const left = async () =>
      (await service.pool.query("select id from case_attachments where case_id = $1", [params.case_id])).rows.map((row) => row.id);
    const other = await service.pool.connect();
    await other.query("begin");
    await other.query("select from case_attachments where id = $1 for update", [attachment_id]);
    // A process that ends after its first portion leaves the rest to whoever looks next.
    let portions = 0;
    await removeStaleAttachments(service.app.services, () => ++portions > 1, 5);
    expect(await left()).toHaveLength(maxCaseAttachments - 5);
    await Promise.all([1, 2].map(() => removeStaleAttachments(service.app.services, () => false, 5)));
    await removeStaleAttachments(service.app.services, () => false, 5);
    expect(await left()).toEqual([attachment_id]);
    await other.query("rollback");
    other.release();
    await removeStaleAttachments(service.app.services, () => false);
    expect(await left()).toEqual([]);
    expect(await orphans()).toContain(key);
    expect((await put(upload_url, "Note")).status).toBe(404);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  completeClarityCapture,
  createClarityCaptureUploadUrl,
  deleteClarityCapture,
  getClarityCapture,
  getClarityCaptureDownloadUrl,
  listClarityEvidence,
  maxCaptureBytes,
  maxCaptures,
  previewClarityCaptureDeletion,
} from "#contract/clarity/captures.ts";
import { createClarityProcess, deleteClarityProcess, duplicateClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { patchProcess } from "#server/clarity/processes/processes.store.ts";
import { captureOf } from "#server/gates/stage/clarity.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { docx, pdfOf } from "#server/testing/documents.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { miscountedBytes } from "#server/testing/stored-bytes.ts";
import { removeStaleCaptures } from "./captures.store.ts";
import { emptyProcess, put, unitsOf } from "./capturing.cases.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (process_id = await emptyProcess(service)));

const announce = (file_name: string) =>
  service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name } }, { as: "member" });
async function uploaded(file_name: string, body: string | Buffer): Promise<string> {
  const { signed_url, capture_id } = await announce(file_name);
  expect((await put(signed_url, body)).status).toBe(200);
  return capture_id;
}
const complete = async (capture_id: string) =>
  (await service.ok(completeClarityCapture, { params: { process_id, capture_id } }, { as: "member" })).capture;
const captured = async (file_name: string, body: string | Buffer) => complete(await uploaded(file_name, body));
const evidenceOf = (capture_id: string) => unitsOf(service, { process_id, capture_id });
const refused = async (file_name: string, body: string | Buffer) => {
  const params = { process_id, capture_id: await uploaded(file_name, body) };
  return (await service.fails(completeClarityCapture, { params }, "capture_unreadable")).message;
};
const shown = (captures: "full" | "lite") => service.ok(getClarityProcess, { params: { process_id }, query: { captures } });

describe("a document", () => {
  it("of text is read when its bytes are there, and cut into its lines", async () => {
    const capture = await captured("work.txt", "1. Clerk: check invoice in Ledger\r\n\r\n  otherwise: ask\u200b Clerk \n");
    expect(capture).toMatchObject({ type: "document", status: "complete", documentFileName: "work.txt", userName: "member" });
    const text = capture.transcript?.[0]?.message ?? "";
    const evidence = await evidenceOf(capture.id);
    expect(evidence.map((unit) => unit.text)).toEqual(["1. Clerk: check invoice in Ledger", "otherwise: ask Clerk"]);
    expect(evidence[1]).toMatchObject({ id: `${capture.id}:1`, ordinal: 1, person: null, locator: { startLine: 3, endLine: 3 } });
    for (const { locator, text: quoted } of evidence)
      expect(locator.type === "document_text_range" && text.slice(locator.startOffset, locator.endOffset)).toBe(quoted);
    expect((await shown("full")).process.status).toBe("collecting");
    expect(await complete(capture.id)).toEqual(capture);
  });

  it("is taken once, whatever its file is called: a second copy would be a second witness of each step", async () => {
    const text = "1. Clerk: check invoice in Ledger";
    await captured("work.txt", text);
    expect(await refused("copy.txt", text)).toBe("It is the same as work.txt, which is here already.");
    const other = await captured("other.txt", text.replace("check", "close"));
    expect((await shown("lite")).captures.filter(({ status }) => status === "complete")).toHaveLength(2);
    process_id = await emptyProcess(service);
    expect((await captured("work.txt", text)).id).not.toBe(other.id);
  });

  it("is left out of a lite reading, and read by itself", async () => {
    const { id } = await captured("work.md", "# Pay\nCheck.");
    expect((await shown("lite")).captures).toMatchObject([{ id, transcript: null, documentTextMetadata: null, hasTranscript: true }]);
    const [full] = (await shown("full")).captures;
    const { capture } = await service.ok(getClarityCapture, { params: { process_id, capture_id: id } });
    expect(capture).toEqual(full);
    expect(capture.documentTextMetadata?.pages[0]?.lines).toMatchObject([
      { lineNumber: 1 },
      { lineNumber: 2, startOffset: 6, endOffset: 12 },
    ]);
  });

  it("has the same facts in a lite reading, of an interview how many questions were asked too", async () => {
    await captured("work.md", "# Pay");
    await service.pool.query(
      `insert into clarity_captures (id, process_id, user_id, type, status, transcript) values (gen_random_uuid(), $1, $2, 'interview', 'complete', $3)`,
      [process_id, service.ids.member, JSON.stringify(["ai", "user", "interviewer"].map((source) => ({ source, message: "Why?" })))],
    );
    const facts = ({ captures }: Awaited<ReturnType<typeof shown>>) =>
      captures.map((one) => ({ ...one, transcript: null, videoTranscript: null, documentTextMetadata: null }));
    const full = await shown("full");
    expect(facts(await shown("lite"))).toEqual(facts(full));
    expect(full.captures.map((one) => [one.type, one.transcriptQuestionCount])).toEqual([
      ["document", 0],
      ["interview", 2],
    ]);
  });

  it("of Word is read by its paragraphs", async () => {
    const xml = "<w:p><w:r><w:t>Check</w:t><w:tab/><w:t> A &amp; B</w:t></w:r></w:p><w:p><w:r><w:t>Pay</w:t></w:r></w:p>";
    const { id } = await captured("work.docx", docx(xml));
    expect((await evidenceOf(id)).map(({ text }) => text)).toEqual(["Check\t A & B", "Pay"]);
  });

  it("of PDF is read by its pages and lines", async () => {
    const { id } = await captured("work.pdf", pdfOf([["Check the invoice", "Pay it"], ["File it"]]));
    const evidence = await evidenceOf(id);
    expect(evidence.map(({ text }) => text)).toEqual(["Check the invoice", "Pay it", "File it"]);
    expect(evidence.map(({ locator }) => locator)).toMatchObject([
      { pageNumber: 1, startLine: 1 },
      { pageNumber: 1, startLine: 2 },
      { pageNumber: 2, startLine: 1 },
    ]);
  });
});

it("a transcript is a message for each cue, with who speaks and when", async () => {
  const vtt =
    "WEBVTT\n\n1\n00:01.500 --> 00:03.000\n<v Clerk>I check &amp; <i>pay</i></v>\n\n01:00:00.000 --> 01:00:01.000\nThen it is\nfiled.\n";
  const capture = await captured("call.vtt", vtt);
  expect(capture).toMatchObject({
    type: "video",
    videoTranscript: "Clerk: I check & pay\nThen it is filed.",
    transcript: [
      { source: "user", speakerName: "Clerk", message: "I check & pay", timestamp: 1_500 },
      { message: "Then it is filed.", timestamp: 3_600_000 },
    ],
  });
  expect((await evidenceOf(capture.id))[0]).toMatchObject({
    person: "Clerk",
    locator: { type: "transcript_message", messageIndex: 0, timestampMs: 1_500 },
  });
  const found = async (search: string) =>
    (await service.ok(listClarityEvidence, { params: { process_id, capture_id: capture.id }, query: { search, limit: 1 } })).evidence;
  expect((await found("FILED.")).map(({ ordinal }) => ordinal)).toEqual([1]);
  expect((await found("clerk")).map(({ ordinal }) => ordinal)).toEqual([0]);
  expect(await found("check%")).toEqual([]);
  const srt = await captured("call.srt", "1\n00:00:02,000 --> 00:00:03,000\nBuyer: I ask Sales.\n");
  expect(srt.transcript).toEqual([{ source: "user", speakerName: "Buyer", message: "I ask Sales.", timestamp: 2_000 }]);
});

it("what cannot be read is refused with the reason, and another try may follow", async () => {
  expect(await refused("a.txt", Buffer.from([0xff, 0xfe, 0x41]))).toMatch("UTF-8");
  expect(await refused("a.txt", " \n ")).toMatch("no text");
  expect(await refused("a.pdf", "no PDF")).toMatch("not a PDF");
  expect(await refused("a.pdf", "%PDF-1.7 broken")).toMatch("damaged");
  expect(await refused("a.docx", "no archive")).toMatch("damaged");
  expect(await refused("a.vtt", "WEBVTT\n\nno times")).toMatch("no cues");
  expect((await shown("full")).captures).toEqual([]);
  const { signed_url, capture_id } = await announce("b.txt");
  await service.fails(completeClarityCapture, { params: { process_id, capture_id } }, "not_uploaded");
  await service.fails(getClarityCapture, { params: { process_id, capture_id } }, "not_found");
  await put(signed_url, "");
  await service.fails(completeClarityCapture, { params: { process_id, capture_id } }, "capture_unreadable");
  await put(signed_url, "Pay");
  expect((await complete(capture_id)).status).toBe("complete");
  expect((await put(signed_url, "Later")).status).toBe(404);
});

it("what would cost too much is refused within its limits", async () => {
  const bomb = docx(`<w:p><w:r><w:t>${"a".repeat(31_000_000)}</w:t></w:r></w:p>`);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await refused("bomb.docx", bomb)).toMatch("30 MB");
  const entities = docx("<w:p/>", '<!DOCTYPE w [<!ENTITY a SYSTEM "http://127.0.0.1/a">]>');
  expect(await refused("entity.docx", entities)).toMatch("document type");
  expect(await refused("deep.docx", docx("<w:p>".repeat(70) + "</w:p>".repeat(70)))).toMatch("levels");
  expect(await refused("long.txt", "a\n".repeat(20_002))).toMatch("lines");
  expect(await refused("long.vtt", "00:01.000 --> 00:02.000\na\n\n".repeat(20_002))).toMatch("cues");
  expect(await refused("odd.vtt", "<".repeat(500_000))).toMatch("no cues");
  const { signed_url } = await announce("big.txt");
  expect((await put(signed_url, Buffer.alloc(maxCaptureBytes + 1))).status).toBe(413);
});

describe("a deletion", () => {
  it("of the last one leaves a process of which nothing is collected", async () => {
    const [first, second] = [await captured("work.txt", "I check it."), await captured("more.txt", "I pay it.")];
    const remove = (captureId: string) => service.ok(deleteClarityCapture, { params: { id: process_id, captureId } });
    await remove(first.id);
    expect((await shown("lite")).process.status).toBe("collecting");
    await remove(second.id);
    expect((await shown("lite")).process.status).toBe("draft");
  });

  it("names the steps that lose support, and no step is lost by it", async () => {
    const stage = stageFor(service);
    const { process_id: id, capture_id: captureId } = await captureOf(stage);
    const { steps } = await service.ok(previewClarityCaptureDeletion, { params: { id, captureId } });
    const step = { step_id: "check", title: "Check the invoice", others: 0 };
    expect(steps).toEqual([
      { kind: "current_process", ...step },
      { kind: "transformation_proposal", ...step },
    ]);
    await service.fails(deleteClarityCapture, { params: { id, captureId } }, "forbidden", { as: "builder" });
    await patchProcess(service.app.services.store.db, id, { status: "generating" });
    await service.fails(deleteClarityCapture, { params: { id, captureId } }, "process_generating");
    await patchProcess(service.app.services.store.db, id, { status: "complete" });
    await service.ok(deleteClarityCapture, { params: { id, captureId } }, { as: "manager" });
    await service.fails(deleteClarityCapture, { params: { id, captureId } }, "not_found");
    const { rows } = await service.pool.query("select data->'steps'->1 as step from clarity_snapshots where process_id = $1", [id]);
    const sources = [{ excerpt: "check invoice", resolutionStatus: "unresolved", locator: { type: "unresolved" } }];
    expect(rows).toMatchObject([{ step: { id: "check", sources } }, { step: { id: "check", sources } }]);
  });

  it("is for who contributed it, takes its bytes, and is of its own process", async () => {
    const { id } = await captured("work.txt", "Pay");
    const other = await service.ok(createClarityProcess, { params: { teamId: service.teamId }, body: {} });
    await service.fails(deleteClarityCapture, { params: { id: other.process.id, captureId: id } }, "not_found");
    await service.fails(deleteClarityCapture, { params: { id: process_id, captureId: id } }, "not_found", { as: "neighbour" });
    const key = `select object_key from clarity_captures where id = $1`;
    const [{ object_key }] = (await service.pool.query(key, [id])).rows as [{ object_key: string }];
    expect(await miscountedBytes(service.pool)).toEqual([]);
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: id } }, { as: "member" });
    const { rows } = await service.pool.query("select 1 from orphaned_objects where object_key = $1", [object_key]);
    expect(rows).toHaveLength(1);
    expect(await miscountedBytes(service.pool)).toEqual([]);
  });
});

it("the file of a capture is there as it was added, and a copy has none", async () => {
  const { id: capture_id } = await captured("Überweisung.md", "# Pay\n\nCheck.");
  const { url } = await service.ok(getClarityCaptureDownloadUrl, { params: { process_id, capture_id } });
  const answer = await fetch(url);
  expect(await answer.text()).toBe("# Pay\n\nCheck.");
  expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(answer.headers.get("content-disposition")).toContain(encodeURIComponent("Überweisung.md"));
  const { process } = await service.ok(duplicateClarityProcess, { params: { process_id } });
  const { captures } = await service.ok(getClarityProcess, { params: { process_id: process.id }, query: { captures: "lite" } });
  const copy = { params: { process_id: process.id, capture_id: captures[0]?.id ?? "" } };
  await service.fails(getClarityCaptureDownloadUrl, copy, "capture_without_file");
});

it("a copy of a process has evidence of its own", async () => {
  const { process_id: original } = await captureOf(stageFor(service));
  const { process } = await service.ok(duplicateClarityProcess, { params: { process_id: original } });
  await service.ok(deleteClarityProcess, { params: { process_id: original } });
  process_id = process.id;
  const capture = (await shown("lite")).captures.find(({ type }) => type === "document");
  expect(await evidenceOf(capture?.id ?? "")).toMatchObject([{ text: "Clerk: check invoice in Ledger" }]);
  const preview = { params: { id: process.id, captureId: capture?.id ?? "" } };
  expect((await service.ok(previewClarityCaptureDeletion, preview)).steps).toHaveLength(2);
});

it("a process has room for two hundred; an upload that nobody finishes makes room after a day", async () => {
  await service.pool.query(
    `insert into clarity_captures (id, process_id, user_id, type, status, created_at)
     select gen_random_uuid(), $1, $2, 'document', 'pending', now() - interval '25 hours' from generate_series(1, $3::int)`,
    [process_id, service.ids.member, maxCaptures],
  );
  await service.fails(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name: "a.txt" } }, "too_many");
  await removeStaleCaptures(service.app.services, () => false, 150);
  await announce("a.txt");
});

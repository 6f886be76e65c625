import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  completeClarityCapture,
  createClarityCaptureUploadUrl,
  deleteClarityCapture,
  getClarityCaptureDownloadUrl,
  listClarityEvidence,
} from "#contract/clarity/captures.ts";
import { type MediaFormat, maxMediaBytes, mediaFormats } from "#contract/clarity/media.ts";
import { duplicateClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { captureUpload } from "./capture-upload.ts";
import { emptyProcess, put } from "./capturing.cases.ts";

let service: TestService;
let process_id: string;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());
beforeEach(async () => void (process_id = await emptyProcess(service)));

const cues = "WEBVTT\n\n00:00:01.500 --> 00:00:03.000\n<v Clerk>check invoice\n\n00:01:02.000 --> 00:01:04.000\n<v Clerk>pay it\n";
const latin = (text: string) => Buffer.from(text, "latin1");
const heads: Readonly<Record<MediaFormat, Buffer>> = {
  mp4: latin("\0\0\0\x18ftypisom"),
  m4a: latin("\0\0\0\x18ftypM4A "),
  mov: latin("\0\0\0\x14ftypqt  "),
  webm: latin("\x1a\x45\xdf\xa3"),
  mp3: latin("ID3\x04"),
  wav: latin("RIFF\x24\0\0\0WAVEfmt "),
};
const fileOf = (format: MediaFormat) => Buffer.concat([heads[format], Buffer.alloc(100_000, 7)]);
const announce = (file_name: string, transcript?: string) => ({
  params: { process_id },
  body: { file_name, ...(transcript !== undefined && { transcript }) },
});

async function sent(file_name: string, body: Buffer): Promise<{ process_id: string; capture_id: string }> {
  const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, announce(file_name, cues));
  expect((await put(signed_url, body)).status).toBe(200);
  return { process_id, capture_id };
}
const recorded = async (file_name: string, body: Buffer) =>
  (await service.ok(completeClarityCapture, { params: await sent(file_name, body) })).capture;
const shown = async (id = process_id) =>
  (await service.ok(getClarityProcess, { params: { process_id: id }, query: { captures: "lite" } })).captures;

describe("a recording", () => {
  it("is kept beside what is said in it, which steps cite by its second", async () => {
    const capture = await recorded("Friday.mp4", fileOf("mp4"));
    expect(capture).toMatchObject({
      type: "video",
      status: "complete",
      documentFileName: "Friday.mp4",
      videoTranscript: "Clerk: check invoice\nClerk: pay it",
    });
    expect(capture.videoUrl).toBe(`/v2/clarity-v2/processes/${process_id}/captures/${capture.id}/download-url`);
    const { evidence } = await service.ok(listClarityEvidence, {
      params: { process_id, capture_id: capture.id },
      query: { limit: 100, offset: 0 },
    });
    expect(
      evidence.map(({ text, person, locator }) => [text, person, locator.type === "transcript_message" && locator.timestampMs]),
    ).toEqual([
      ["check invoice", "Clerk", 1_500],
      ["pay it", "Clerk", 62_000],
    ]);
  });

  it("is played from any second: a part of it is sent as what it is", async () => {
    for (const format of Object.keys(mediaFormats) as MediaFormat[]) {
      process_id = await emptyProcess(service);
      const { id: capture_id } = await recorded(`talk.${format}`, fileOf(format));
      const { url } = await service.ok(getClarityCaptureDownloadUrl, { params: { process_id, capture_id } });
      const answer = await fetch(url, { headers: { range: "bytes=100-199" } });
      expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-range")]).toEqual([
        206,
        mediaFormats[format],
        `bytes 100-199/${fileOf(format).length}`,
      ]);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(fileOf(format).subarray(100, 200));
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  it("is refused without a transcript, and nothing of it is sent", async () => {
    await service.fails(createClarityCaptureUploadUrl, announce("talk.mp3"), "transcript_needed");
    const { message } = await service.fails(createClarityCaptureUploadUrl, announce("talk.mp3", "nothing timed"), "capture_unreadable");
    expect(message).toContain("This transcript has no cues with times.");
    const rows = await service.pool.query("select 1 from clarity_captures where process_id = $1", [process_id]);
    expect(rows.rowCount).toBe(0);
  });

  it("alone has a transcript beside it", async () => {
    const { issues } = await service.fails(createClarityCaptureUploadUrl, announce("work.txt", cues), "invalid_request");
    expect(issues).toMatchObject([{ path: ["transcript"] }]);
  });

  it("is refused where its file begins as another one, and stays hidden until it is complete", async () => {
    for (const format of Object.keys(mediaFormats) as MediaFormat[]) {
      const params = await sent(`talk.${format}`, Buffer.from("<html><script>alert(1)</script></html>"));
      expect((await service.fails(completeClarityCapture, { params }, "capture_unreadable")).message).toMatch(/^This file is not an? /);
    }
    const { capture_id } = await service.ok(createClarityCaptureUploadUrl, announce("talk.wav", cues));
    await service.fails(completeClarityCapture, { params: { process_id, capture_id } }, "not_uploaded");
    await service.fails(listClarityEvidence, { params: { process_id, capture_id }, query: { limit: 1, offset: 0 } }, "not_found");
    expect(await shown()).toEqual([]);
  });

  it("may be larger than a document, up to its own limit", () => {
    const place = (media: object) =>
      captureUpload.place(service.app.services, {
        ...captureUpload.grant({ team: service.teamId, capture: process_id, exp: 0 }),
        ...media,
      });
    expect(place({ most: maxMediaBytes })).toMatchObject({
      limit: maxMediaBytes,
      over: { message: "A recording has at most 500 MB. Upload a smaller file." },
    });
    expect(place({})).toMatchObject({ limit: 20_000_000 });
  });

  it("stays with its process: a copy has what was said, and nothing to play; a deletion lets the file go", async () => {
    const { id } = await recorded("Friday.mp4", fileOf("mp4"));
    const { process: copy } = await service.ok(duplicateClarityProcess, { params: { process_id } });
    expect(await shown(copy.id)).toMatchObject([{ documentFileName: "Friday.mp4", videoUrl: null, hasVideoTranscript: true }]);
    const { rows } = await service.pool.query<{ object_key: string }>("select object_key from clarity_captures where id = $1", [id]);
    await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: id } });
    const gone = await service.pool.query("select 1 from orphaned_objects where object_key = $1", [rows[0]?.object_key]);
    expect(gone.rowCount).toBe(1);
  });
});

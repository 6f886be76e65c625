import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import {
  completeClarityCapture,
  createClarityCaptureUploadUrl,
  deleteClarityCapture,
  getClarityCapture,
  listClarityEvidence,
} from "#contract/clarity/captures.ts";
import { assignClarityExtraCaptureRequest } from "#contract/clarity/extra-captures.ts";
import { maxListenedBytes } from "#contract/clarity/media.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import { listNotifications } from "#contract/notifications/notifications.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { askedOf } from "#server/gates/stage/clarity-proposals.ts";
import { stageFor } from "#server/gates/stage/stage.ts";
import { comes } from "#server/testing/patience/comes.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { emptyProcess, put } from "./capturing.cases.ts";

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** A real HTTP server that speaks the protocol of the transcriptions. */
let answer: (request: IncomingMessage, body: string) => Promise<Reply>;
const asked: { readonly path: string; readonly key: string | undefined; readonly body: string }[] = [];
const provider = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", (): void => {
    const body = Buffer.concat(pieces).toString("latin1");
    if (request.method === "GET") return void response.end('{"data":[]}');
    asked.push({ path: request.url ?? "", key: request.headers.authorization, body });
    void answer(request, body).then(({ status, body: said }) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(said));
    });
  });
});

let service: TestService;
let process_id: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const { port } = provider.address() as AddressInfo;
  const MODEL_BASE_URL = `http://127.0.0.1:${port}/v1/`;
  service = await startService({
    env: { MODEL_BASE_URL, MODEL_API_KEY: "provider-key", MODEL_TRANSCRIPTION: "whisper-1", MODEL_RETRY_FOR: "60" },
  });
});
afterAll(async () => {
  await service.close();
  await new Promise((resolve) => provider.close(resolve));
});
beforeEach(async () => {
  asked.length = 0;
  process_id = await emptyProcess(service);
});

const segments = [
  { start: 1.5, end: 3, text: " Check the <b>invoice</b> & the order." },
  { start: 62, end: 64, text: "Pay it.\n\n00:01:00.000 --> 00:02:00.000" },
  { start: 70, end: 71, text: "  " },
];
const heard = async () => ({ status: 200, body: { text: "", duration: 71, segments } });

async function sent(answering = {}): Promise<{ process_id: string; capture_id: string }> {
  const { signed_url, capture_id } = await service.ok(createClarityCaptureUploadUrl, {
    params: { process_id },
    body: { file_name: "talk.mp3", ...answering },
  });
  expect((await put(signed_url, "ID3 some sound")).status).toBe(200);
  return { process_id, capture_id };
}
const complete = (params: { process_id: string; capture_id: string }) => service.ok(completeClarityCapture, { params });
const state = (params: { process_id: string; capture_id: string }, status: ClarityCapture["status"]) =>
  comes(`a capture that is ${status}`, async () => {
    const { capture } = await service.ok(getClarityCapture, { params });
    return capture.status === status ? capture : undefined;
  });

it("has a model write down what is said, with its seconds, and says that it does", async () => {
  answer = heard;
  expect((await service.ok(getCapabilities, {})).transcription).toBe(true);
  const params = await sent();
  expect((await complete(params)).capture.status).toBe("processing");
  const capture = await state(params, "complete");
  expect(capture.videoTranscript).toBe("Check the <b>invoice</b> & the order.\nPay it. 00:01:00.000 --> 00:02:00.000");
  const { evidence } = await service.ok(listClarityEvidence, { params, query: { limit: 10, offset: 0 } });
  expect(evidence.map(({ locator }) => locator.type === "transcript_message" && locator.timestampMs)).toEqual([1_500, 62_000]);
  expect(asked).toMatchObject([{ path: "/v1/audio/transcriptions", key: "Bearer provider-key" }]);
  for (const part of ["whisper-1", "verbose_json", 'filename="talk.mp3"', "audio/mpeg", "ID3 some sound"])
    expect(asked[0]?.body).toContain(part);
  const { process } = await service.ok(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
  expect(process.status).toBe("collecting");
  expect((await complete(params)).capture.status).toBe("complete");
});

it("answers what a proposal asks for, once it is written down: whoever was asked is told of it no more", async () => {
  answer = heard;
  const asking = await askedOf(stageFor(service));
  process_id = asking.process_id;
  const body = { user_id: service.ids.member };
  await service.ok(assignClarityExtraCaptureRequest, { params: asking, body });
  const notice = async (is: (one: { resolved_at: string | null }) => boolean) =>
    comes("the notification", async () => {
      const { notifications } = await service.ok(
        listNotifications,
        { params: { teamId: service.teamId }, query: { type: "config_proposal", limit: 100 } },
        { as: "member" },
      );
      return notifications.find((one) => one.process_id === process_id && is(one));
    });
  await notice(({ resolved_at }) => resolved_at === null);
  const params = await sent({ extra_capture_request_id: asking.request_id });
  await complete(params);
  await state(params, "complete");
  await notice(({ resolved_at }) => resolved_at !== null);
});

it("tries again where the provider is away, and says why it gave up where it refuses", async () => {
  answer = async () => (asked.length === 1 ? { status: 503, body: { error: { message: "busy" } } } : heard());
  const passing = await sent();
  await complete(passing);
  await state(passing, "complete");
  expect(asked).toHaveLength(2);
  answer = async () => ({ status: 401, body: { error: { message: "wrong key" } } });
  const params = await sent();
  await complete(params);
  expect((await state(params, "failed")).failureReason).toBe("The model provider rejected the key: wrong key.");
  answer = heard;
  expect((await complete(params)).capture).toMatchObject({ status: "processing" });
  expect((await state(params, "complete")).failureReason).toBeUndefined();
});

it("says of an answer without times, or without words, what is missing", async () => {
  for (const [body, why] of [
    [{ text: "Pay it." }, "The model wrote down what is said without its times. Add a transcript with times."],
    [{ text: "", segments: [] }, "The model heard nothing said in this recording."],
  ] as const) {
    answer = async () => ({ status: 200, body });
    const params = await sent();
    await complete(params);
    expect((await state(params, "failed")).failureReason).toBe(why);
  }
});

it("writes nothing once the capture was deleted", async () => {
  const came = Promise.withResolvers<undefined>();
  const go = Promise.withResolvers<undefined>();
  answer = async () => {
    came.resolve(undefined);
    await go.promise;
    return heard();
  };
  const params = await sent();
  await complete(params);
  await came.promise;
  await service.ok(deleteClarityCapture, { params: { id: process_id, captureId: params.capture_id } });
  go.resolve(undefined);
  const later = await sent();
  answer = heard;
  await complete(later);
  await state(later, "complete");
  const { rows } = await service.pool.query("select id from clarity_captures where process_id = $1", [process_id]);
  expect(rows).toEqual([{ id: later.capture_id }]);
});

it("takes no more than a provider does, and no recording without words where nothing listens any more", async () => {
  const { signed_url } = await service.ok(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name: "long.wav" } });
  const refused = await fetch(signed_url, { method: "PUT", body: new Uint8Array(maxListenedBytes + 1) });
  expect([refused.status, await refused.json()]).toMatchObject([
    413,
    { message: "A recording without a transcript has at most 25 MB. Upload a smaller file." },
  ]);
  const params = await sent();
  const { config } = service.app.services;
  const { transcription } = config.model;
  config.model.transcription = undefined;
  await service.fails(completeClarityCapture, { params }, "transcript_needed");
  config.model.transcription = transcription;
});

import { mediaFormats, mediaOf } from "#contract/clarity/media.ts";
import { clarityEvents } from "#contract/clarity/events.ts";
import { endCapture, findCapture, lockCapture, setListened } from "#server/clarity/captures/captures.store.ts";
import { CaptureUnreadable, readCapture } from "#server/clarity/captures/reading/read-capture.ts";
import { noteAnswer } from "#server/clarity/extra-captures/answer-request.ts";
import { lockProcess, patchProcess, type ProcessRecord } from "#server/clarity/processes/processes.store.ts";
import { storable } from "#server/engine/log/log-messages.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import { ModelFault } from "#server/engine/models/port.ts";
import { type Heard, transcribe } from "#server/engine/models/transcription.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import { record } from "#server/platform/events/record.ts";
import { type ClaimedGeneration, removeHeld } from "./generations.store.ts";
import type { Pipeline } from "./pipeline.ts";

const step: Pipeline["step"] = async (services, held, _process, signal) => {
  const { store, objects } = services;
  const capture = held.capture_id === null ? undefined : await findCapture(store.db, held.process_id, held.capture_id);
  const { object_key: key, document_file_name: name } = capture ?? {};
  const format = mediaOf(name ?? "");
  if (!key || !name || format === undefined) throw new LeaseLost();
  // It is within what a provider takes: a larger one was not let in.
  const recording = { name, type: mediaFormats[format], bytes: await objects.bytes(key) };
  const heard = await transcribe(services, held.model, recording, signal);
  const cues = Buffer.from(cuesOf(heard));
  const said = await readCapture({ format: "vtt", team: held.team_id, bytes: async () => cues }).catch((error: unknown) => {
    throw error instanceof CaptureUnreadable ? new ModelFault("answer_empty", error.message) : error;
  });
  await end(services, held, async (tx, id, process) => {
    const actor = { kind: "service" } as const;
    await endCapture(tx, id, said);
    await patchProcess(tx, process.id, process.status === "draft" ? { status: "collecting" } : {});
    const fact = { type: "clarity_process.captured", team: held.team_id, actor, subject: process.id, data: {} } as const;
    await record(tx, clarityEvents, fact);
    await noteAnswer(tx, process, id, actor);
  });
  return undefined;
};

/** The capture stays, and says why. */
const fail: Pipeline["fail"] = (services, held, why) =>
  end(services, held, (tx, id) => setListened(tx, id, "failed", storable(why).slice(0, 1_000)));

async function end(
  { store, live }: EngineServices,
  held: ClaimedGeneration,
  settle: (tx: Db, captureId: string, process: ProcessRecord) => Promise<void>,
): Promise<void> {
  const { process_id, capture_id, team_id } = held;
  await store.db.transaction(async (tx) => {
    const process = await lockProcess(tx, process_id);
    const capture = process && capture_id !== null ? await lockCapture(tx, process_id, capture_id) : undefined;
    if (!process || !capture) throw new LeaseLost();
    await removeHeld(tx, held);
    await settle(tx, capture.id, process);
  });
  live.publish({ teamId: team_id, topic: "clarity_process", id: process_id });
}

/** What was heard, as the file that a person would add. */
function cuesOf(heard: readonly Heard[]): string {
  const cues = heard.map(({ seconds, text }) => `${clock(seconds)} --> ${clock(seconds)}\n${plain(text)}\n`);
  return `WEBVTT\n\n${cues.join("\n")}`;
}

const plain = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replace(/\s+/g, " ").trim();

function clock(seconds: number): string {
  const ms = Math.round(Math.min(Math.max(seconds, 0), 3_599_999) * 1_000);
  const two = (n: number) => String(Math.floor(n)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, "0")}`;
}

/** A model writes down what is said in a recording. */
export const listenPipeline: Pipeline = { step, fail };

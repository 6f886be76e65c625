import { completeClarityCapture, createClarityCaptureUploadUrl, deleteClarityCapture } from "#contract/clarity/captures.ts";
import { decideClarityArtifactChatPatch, getClarityArtifactChatMessages, sendClarityArtifactChatMessage } from "#contract/clarity/chat.ts";
import { generateClarityProcessSnapshot, postprocessClaritySnapshot, stopClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { deleteClarityProcess, duplicateClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import {
  getClarityProcessSnapshot,
  promoteClarityProcessSnapshot,
  revertClarityProcessSnapshot,
  saveClarityProcessSnapshot,
} from "#contract/clarity/snapshots.ts";
import { insertProcess } from "#server/clarity/processes/processes.store.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import { newId } from "#server/platform/db/columns.ts";
import { comes } from "#server/testing/patience/comes.ts";
import type { Answer, TestService } from "#server/testing/service.ts";
import type { Writer } from "./modelled-writer.cases.ts";
import { type Action, type Process, settled } from "./process-model.cases.ts";

const kind = "current_process" as const;
/** What a person does. The service ends a generation and answers in a conversation by itself. */
export type Move = Exclude<Action, { act: "answer" }>;
/** What came of a move: a refusal by its code, and what was said. */
export interface Outcome {
  readonly refused?: string;
  readonly said?: string;
}

/** A process of the service, with what a person can do to it by the model's ids. */
export class ModelledProcess {
  readonly id: string;
  readonly name: string;
  private readonly service: TestService;
  private readonly writer: Writer;
  private readonly versions = new Map<number, string>();
  private readonly titles = new Map<string, string>();
  private readonly edits = new Map<string, string>();
  private readonly captures = new Map<number, string>();
  private shown: readonly string[] = [];

  private constructor(service: TestService, writer: Writer, { id, name }: { id: string; name: string }) {
    this.service = service;
    this.writer = writer;
    this.id = id;
    this.name = name;
  }

  static async create(service: TestService, writer: Writer): Promise<ModelledProcess> {
    const name = `Process ${newId()}`;
    const made = await insertProcess(service.app.services.store.db, { team_id: service.teamId, user_id: service.ids.owner, name });
    return new ModelledProcess(service, writer, made);
  }

  async make(move: Move): Promise<Outcome> {
    const { service } = this;
    const params = { process_id: this.id };
    const ofKind = { ...params, kind };
    switch (move.act) {
      case "save": {
        const steps = checking().map((step) => (step.id === "check" ? { ...step, title: move.title } : step));
        return told(
          await service.call(saveClarityProcessSnapshot, { params: ofKind, body: { steps, baselineSnapshotId: this.version(move) } }),
        );
      }
      case "promote":
        return told(await service.call(promoteClarityProcessSnapshot, { params: { ...ofKind, snapshot_id: this.version(move) } }));
      case "revert":
        return told(await service.call(revertClarityProcessSnapshot, { params: { ...ofKind, snapshot_id: this.version(move) } }));
      case "generate":
        return told(await service.call(generateClarityProcessSnapshot, { params: ofKind }));
      case "postprocess": {
        const body = { type: kind, current_process_id: this.version(move) };
        return told(await service.call(postprocessClaritySnapshot, { params, body }));
      }
      case "stop":
        return told(await service.call(stopClarityProcessSnapshot, { params: ofKind }));
      case "finish":
      case "fail":
        this.writer.end(this.name, move.act === "finish" ? move.title : null);
        await comes("the end of a generation", async () => (await this.row())?.generation_id === null || undefined);
        return {};
      case "capture":
        return this.capture();
      case "uncapture":
        return told(
          await service.call(deleteClarityCapture, { params: { id: this.id, captureId: this.captures.get(move.capture) ?? newId() } }),
        );
      case "ask":
        return this.ask(move);
      case "accept":
      case "decline": {
        const at = { ...params, message_id: this.edits.get(move.title) ?? newId() };
        const answer = await service.call(decideClarityArtifactChatPatch, { params: at, body: { decision: move.act } });
        const body = answer.ok?.message.body;
        return { ...told(answer), ...(body?.kind === "patch" && { said: body.status }) };
      }
      case "duplicate": {
        const answer = await service.call(duplicateClarityProcess, { params });
        return { ...told(answer), ...(answer.ok && { said: answer.ok.process.status }) };
      }
      default:
        return told(await service.call(deleteClarityProcess, { params }));
    }
  }

  /** What is stored, in the words of {@link seen}; the versions that are shown are known by the model's ids from here on. */
  async stored(): Promise<object> {
    const answer = await this.service.call(getClarityProcess, { params: { process_id: this.id }, query: { captures: "lite" } });
    if (!answer.ok) return { exists: false };
    const { process, current_process_versions, captures } = answer.ok;
    this.shown = captures.map(({ id }) => id);
    const versions = [];
    for (const { id, status } of current_process_versions.toReversed()) versions.push({ title: await this.titleOf(id), status });
    return {
      exists: true,
      status: process.status,
      error: process.generation_error !== null,
      under: process.generation_progress !== null,
      captures: captures.length,
      versions,
    };
  }

  know({ versions, captures }: Process): void {
    for (const [i, id] of captures.entries()) this.captures.set(id, this.shown[i] ?? "");
    for (const { id, title } of versions) {
      const known = this.titles.get(title);
      if (known !== undefined) this.versions.set(id, known);
    }
  }

  private async titleOf(id: string): Promise<string> {
    for (const [title, known] of this.titles) if (known === id) return title;
    const { snapshot } = await this.service.ok(getClarityProcessSnapshot, { params: { process_id: this.id, kind, snapshot_id: id } });
    const title = snapshot.data.steps.find((step) => step.id === "check")?.title ?? "";
    this.titles.set(title, id);
    return title;
  }

  private version({ version }: { version: number }): string {
    return this.versions.get(version) ?? newId();
  }

  private async row() {
    const { rows } = await this.service.pool.query<{ generation_id: string | null }>(
      "select generation_id from clarity_processes where id = $1",
      [this.id],
    );
    return rows.length === 0 ? { generation_id: null } : rows[0];
  }

  /** The file comes by the API, and is read. No two say the same: a process takes a file once. */
  private async capture(): Promise<Outcome> {
    const { service, id: process_id } = this;
    const announced = await service.call(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name: "work.txt" } });
    if (!announced.ok) return told(announced);
    const { signed_url, capture_id } = announced.ok;
    const sent = await fetch(signed_url, { method: "PUT", body: `Clerk: check invoice in Ledger\n${capture_id}` });
    await sent.text();
    return told(await service.call(completeClarityCapture, { params: { process_id, capture_id } }));
  }

  private async ask({ version, title }: { version: number; title: string }): Promise<Outcome> {
    const { service, id: process_id } = this;
    const body = { snapshot_kind: kind, baseline_snapshot_id: this.version({ version }), conversation_id: null, content: title };
    const asked = await service.call(sendClarityArtifactChatMessage, { params: { process_id }, body });
    if (!asked.ok) return told(asked);
    const params = { process_id, conversation_id: asked.ok.conversation.id };
    const last = await comes("the answer of the model", async () => {
      const found = await service.call(getClarityArtifactChatMessages, { params });
      if (!found.ok) return "gone";
      return found.ok.conversation.status === "running" ? undefined : found.ok.messages.at(-1);
    });
    if (last === "gone") return {};
    if (last.kind === "patch") this.edits.set(title, last.id);
    return { said: last.kind };
  }
}

const told = (answer: Answer<never>): Outcome => (answer.error ? { refused: answer.error.error } : {});

/** A process of the model, as {@link ModelledProcess.stored} says it. */
export function seen(process: Process): object {
  const { exists, status, error, under, captures, versions } = process;
  if (!exists) return { exists: false };
  const shown = versions.map((one) => ({ title: one.title, status: one.status }));
  return { exists, status, error, under: under !== null, captures: captures.length, versions: shown };
}

/** What the model begins with. */
export const empty: Process = {
  exists: true,
  status: settled({ versions: [], captures: [] }),
  error: false,
  under: null,
  captures: [],
  versions: [],
  edits: [],
  next: 1,
};

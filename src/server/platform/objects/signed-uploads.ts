import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { maxUploadBytes, minPieceBytes } from "#contract/library/files.ts";
import { newId } from "#server/platform/db/columns.ts";
import { keepTeamFile, orRemove } from "#server/library/files/files.store.ts";
import { addPiece, completeUpload, findUpload } from "#server/library/files/uploads.store.ts";
import { keepAttachment } from "#server/queues/attachments/case-attachments.store.ts";
import { keepSandboxFile, maxSandboxFileBytes } from "#server/runs/sandboxes/sandboxes.store.ts";
import { fileBody } from "#server/platform/http/bodies.ts";
import { type Piece, readContentRange } from "#server/platform/http/content-range.ts";
import type { Services } from "#server/platform/http/context.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import type { Grant } from "./signer.ts";

type PutGrant = Extract<Grant, { op: "put" }>;

/** Uploads to signed addresses at `url`, whose parameter `token` is the permission. */
export function mountSignedUploads(app: FastifyInstance, services: Services, url: string): void {
  // The body is read as a stream by the handler itself, at the speed of the store.
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("*", (_request, _payload, done) => done(null));
    uploads.put<{ Params: { token: string } }>(url, async (request, reply) => {
      const range = request.headers["content-range"];
      const grant = services.signer.open(request.params.token, services.clock(), range === undefined ? 0 : begunSeconds);
      if (grant?.op !== "put") throw refuse("not_found", "This address has expired or is not valid.");
      if (range !== undefined) return receivePiece(services, request, reply, grant, readContentRange(range));
      const { folder, limit, over = tooLarge(limit), keep } = targetOf(services, grant);
      const key = `${folder}/${newId()}`;
      await keep(key, await receive(services, request, key, limit, over));
      return reply.code(200).send({ success: true });
    });
  });
}

interface Target {
  readonly folder: string;
  /** In bytes. */
  readonly limit: number;
  /** What is said of more than that. */
  readonly over?: Refusal;
  keep(key: string, size: number): Promise<void>;
}

/** Where the bytes of an upload go, how many there may be, and what becomes of them. */
function targetOf(services: Services, grant: PutGrant): Target {
  switch (grant.target) {
    case "sandbox": {
      const keep = (key: string, size: number) => keepSandboxFile(services, grant.sandbox, grant.path, key, size);
      return { folder: `sandboxes/${grant.sandbox}`, limit: maxSandboxFileBytes, keep };
    }
    case "case_attachment": {
      const announced = `${grant.size.toLocaleString("en")} bytes were announced for this attachment, and more have come.`;
      const over = new Refusal("payload_too_large", { message: announced });
      return { folder: `teams/${grant.team}/attachments`, limit: grant.size, over, keep: (key) => keepAttachment(services, grant, key) };
    }
    default:
      return { folder: `teams/${grant.team}/files`, limit: maxUploadBytes, keep: (key, size) => keepTeamFile(services, grant, key, size) };
  }
}

/** An upload that was begun in time may be gone on with for a day. */
const begunSeconds = 86_400;

/** A piece of a file: see `minPieceBytes` in the contract. */
async function receivePiece(services: Services, request: FastifyRequest, reply: FastifyReply, grant: PutGrant, piece: Piece) {
  if (grant.target !== "team_file")
    throw new Refusal("invalid_request", { message: "Send this file in one request, without Content-Range." });
  const { first, size, total } = piece;
  if (total > maxUploadBytes) throw tooLarge(maxUploadBytes);
  const { db } = services.store;
  let upload = await findUpload(db, grant.upload);
  if (!upload && grant.exp * 1000 <= services.clock().getTime()) throw refuse("not_found", "This address has expired or is not valid.");
  if (first !== undefined && first === (upload?.received ?? 0)) {
    if (size < minPieceBytes && first + size < total)
      throw new Refusal("invalid_request", { message: "Send pieces of at least 256 KiB; only the last one may be smaller." });
    const key = `teams/${grant.team}/uploads/${newId()}`;
    const other = new Refusal("invalid_request", { message: `Content-Range says ${size} bytes, but another number came.` });
    const arrived = await receive(services, request, key, size, other);
    if (arrived !== size) {
      await services.objects.remove(key);
      throw other;
    }
    upload = await orRemove(services.objects, key, () => addPiece(db, grant, first, size, key));
  }
  const received = upload?.received ?? 0;
  if (upload && received === total) {
    await completeUpload(services, grant, upload);
    return reply.code(200).send({ success: true });
  }
  if (received > 0) reply.header("range", `bytes=0-${received - 1}`);
  return reply.code(308).send();
}

/** Streams the body into the object store and returns its size. Of an upload that is too large (`over`), too slow or cut off nothing is kept. */
async function receive({ objects }: Services, request: FastifyRequest, key: string, limit: number, over: Refusal): Promise<number> {
  const file = fileBody(request, limit, over);
  try {
    await objects.put(key, file);
    return (await objects.about(key))?.size ?? 0;
  } catch (error) {
    await objects.remove(key).catch(() => undefined);
    throw file.errored ?? error;
  }
}

function tooLarge(limit: number): Refusal {
  return new Refusal("payload_too_large", {
    message: `A file here may have at most ${Math.floor(limit / 1_000_000).toLocaleString("en")} MB.`,
  });
}

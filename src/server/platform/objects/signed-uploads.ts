import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { minPieceBytes } from "#contract/library/files.ts";
import { newId } from "#server/platform/db/columns.ts";
import { currentPatience } from "#server/platform/db/patience.ts";
import { fileBody } from "#server/platform/http/bodies.ts";
import { type Piece, readContentRange } from "#server/platform/http/content-range.ts";
import type { Services } from "#server/platform/http/context.ts";
import { arrivedBy } from "#server/platform/http/origin-of.ts";
import { Refusal, refuse } from "#server/platform/http/refusal.ts";
import type { PutGrant } from "./signer.ts";
import type { UploadPieces, UploadTarget } from "./upload-target.ts";

/** Uploads to signed addresses at `url`, whose parameter `token` is the permission. */
export function mountSignedUploads(app: FastifyInstance, services: Services, url: string, targets: readonly UploadTarget[]): void {
  // The body is read as a stream by the handler itself, at the speed of the store.
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser("*", (_request, _payload, done) => done(null));
    uploads.put<{ Params: { token: string } }>(url, async (request, reply) => {
      const range = request.headers["content-range"];
      const grant = services.signer.open(request.params.token, services.clock(), range === undefined ? 0 : begunSeconds);
      if (grant?.op !== "put") throw refuse("not_found", "This address has expired or is not valid.");
      const target = targets.find(({ name }) => name === grant.target);
      if (!target) throw refuse("not_found", "This address has expired or is not valid.");
      if (grant.by) currentPatience().origin = JSON.stringify(arrivedBy(grant.by, request));
      const { folder, limit, over = tooLarge(limit), keep, pieces } = target.place(services, grant);
      if (range !== undefined) return receivePiece({ services, request, reply, grant, pieces, limit }, readContentRange(range));
      const key = `${folder}/${newId()}`;
      await keep(key, await receive(services, request, key, limit, over));
      return reply.code(200).send({ success: true });
    });
  });
}

/** An upload that was begun in time may be gone on with for a day. */
const begunSeconds = 86_400;

interface Receiving {
  readonly services: Services;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly grant: PutGrant;
  readonly pieces: UploadPieces | undefined;
  readonly limit: number;
}

/** A piece of a file: see `minPieceBytes` in the contract. */
async function receivePiece({ services, request, reply, grant, pieces, limit }: Receiving, piece: Piece) {
  if (!pieces) throw new Refusal("invalid_request", { message: "Send this file in one request, without Content-Range." });
  const { first, size, total } = piece;
  if (total > limit) throw tooLarge(limit);
  let received = await pieces.received();
  if (received === undefined && grant.exp * 1000 <= services.clock().getTime())
    throw refuse("not_found", "This address has expired or is not valid.");
  if (first !== undefined && first === (received ?? 0)) {
    if (size < minPieceBytes && first + size < total)
      throw new Refusal("invalid_request", { message: "Send pieces of at least 256 KiB; only the last one may be smaller." });
    const key = `${pieces.folder}/${newId()}`;
    const other = new Refusal("invalid_request", { message: `Content-Range says ${size} bytes, but another number came.` });
    const arrived = await receive(services, request, key, size, other);
    if (arrived !== size) {
      await services.objects.remove(key);
      throw other;
    }
    received = await pieces.add(first, size, key);
  }
  if (received === total) {
    await pieces.complete();
    return reply.code(200).send({ success: true });
  }
  if (received) reply.header("range", `bytes=0-${received - 1}`);
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

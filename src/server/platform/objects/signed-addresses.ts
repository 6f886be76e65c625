import type { FastifyInstance } from "fastify";
import { attachment, inline } from "#server/platform/http/attachment.ts";
import type { Context, Services } from "#server/platform/http/context.ts";
import { refuse } from "#server/platform/http/refusal.ts";
import { sendFile } from "#server/platform/http/send-file.ts";
import { mountSignedUploads } from "./signed-uploads.ts";
import type { Grant } from "./signer.ts";
import type { UploadTarget } from "./upload-target.ts";
import { etagOf } from "#server/platform/http/validators.ts";

const signedPath = "/_files/";

/** Where a signed token leads: on the name by which the caller reached us, unless `BASE_URL` says otherwise. A page may call its own name only. */
export function signedAddress({ config, headers, signer }: Pick<Context, "config" | "headers" | "signer">, grant: Grant): string {
  const own = config.baseUrlIsFixed || !headers.host ? config.baseUrl : `http://${String(headers.host)}`;
  return `${own}${signedPath}${signer.seal(grant)}`;
}

/** Whoever holds a signed address may use it from any site: it names no person, and nothing of theirs is read. */
const forAnySite = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "Accept-Ranges, Content-Disposition, Content-Length, Content-Range, ETag, Last-Modified, Range, x-request-id",
};

/** Uploads and downloads by signed address. The signature is the permission: no key is needed, none is read. */
export function mountSignedAddresses(http: FastifyInstance, services: Services, targets: readonly UploadTarget[]): void {
  const url = `${signedPath}:token`;
  http.register(async (app) => {
    app.addHook("onRequest", async (_request, reply) => void reply.headers(forAnySite));
    app.options(url, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          "access-control-allow-methods": "GET, HEAD, PUT",
          "access-control-allow-headers": "content-type, content-range, range, if-range, if-none-match, *",
          "access-control-max-age": "7200",
        })
        .send(),
    );
    mountSignedDownloads(app, services, url);
    mountSignedUploads(app, services, url, targets);
  });
}

/** Types that a browser would run or draw are sent as an opaque download; so is a list of types, of which it would take the last. */
const inert = /^(text\/(plain|csv|markdown)|application\/(json|pdf|zip)|image\/(png|jpeg|gif|webp))(;[^,]*)?$/;

/** What a page plays. Opened by itself it is a file to keep, as everything here. */
const playable = /^(video\/(mp4|webm|quicktime)|audio\/(mp4|mpeg|wav))$/;

/** Of those, what a browser shows within the sandbox that the address is answered with, also in a frame of our own pages. */
const viewable = /^(text\/(plain|csv|markdown)|application\/(json|pdf)|image\/(png|jpeg|gif|webp))(;[^,]*)?$/;

function mountSignedDownloads(app: FastifyInstance, services: Services, url: string): void {
  app.get<{ Params: { token: string } }>(url, async (request, reply) => {
    const grant = services.signer.open(request.params.token, services.clock());
    if (grant?.op !== "get") throw refuse("not_found", "This address has expired or is not valid.");
    const { key, name, type } = grant;
    const stored = await services.objects.about(key);
    if (!stored) throw refuse("not_found", "This file was replaced or deleted. Request another address.");
    const shown = grant.inline && viewable.test(type);
    void reply.headers({
      "content-type": inert.test(type) || playable.test(type) ? type : "application/octet-stream",
      "content-disposition": shown ? inline(name) : attachment(name),
      "content-security-policy": `sandbox; default-src 'none'; frame-ancestors ${shown ? "'self'" : "'none'"}`,
      ...(shown && { "x-frame-options": "SAMEORIGIN" }),
      "cache-control": "private, no-store",
    });
    const { size, written: modified } = stored;
    // A key is written once, so it stands for its bytes.
    return sendFile(request, reply, {
      size,
      modified,
      etag: etagOf(key),
      open: (first, last) => services.objects.stream(key, first, last),
    });
  });
}

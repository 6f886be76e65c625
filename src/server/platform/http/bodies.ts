import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { arriving, collected, dropRest } from "./arrival.ts";
import { fileInForm, maxEnvelopeBytes } from "./multipart.ts";
import { type Refusal, refuse } from "./refusal.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** See {@link Terms.windowMs}. */
    bodyWindowMs: number;
  }
  interface FastifyContextConfig {
    /** The body is the bytes of a file. */
    file?: boolean;
    /** See `form` of the contract. */
    form?: true;
  }
}

/** What a form of a browser is sent as. */
export const formType = "application/x-www-form-urlencoded";

/** How bodies are read: JSON as text, the bytes of a file and of what is signed as a buffer. */
export function readBodies(http: FastifyInstance, windowMs: number): void {
  http.decorate("bodyWindowMs", windowMs);
  http.removeAllContentTypeParsers();
  http.addContentTypeParser("*", async (request: FastifyRequest): Promise<unknown> => {
    if (request.is404) return undefined;
    const { bodyLimit: limit, config } = request.routeOptions;
    if (config.file) {
      if (otherTypes.has(mediaType(request))) throw noFile();
      return collected(fileBody(request, limit, tooLarge(limit)));
    }
    refuseCoding(request);
    if (config.form) {
      await collected(arriving(request.raw, { limit, over: tooLarge(limit), windowMs, atOnce: true }));
      return "";
    }
    if (!(config.signed ? isOfSender(mediaType(request)) : mediaType(request) === "application/json"))
      throw refuse("unsupported_media_type");
    const bytes = await collected(arriving(request.raw, { limit, over: tooLarge(limit), windowMs, atOnce: true }));
    return config.signed ? bytes : utf8Text(bytes);
  });
  http.addHook("onResponse", async ({ raw }) => {
    if (raw.complete) return;
    await dropRest(raw, windowMs);
    if (!raw.complete) raw.destroy();
  });
}

/** The bytes of a file that is sent as it is, or as the one file of a form. Throws the 415 of a body that is no file. */
export function fileBody(request: FastifyRequest, limit: number, over: Refusal): Readable {
  const { bodyWindowMs: windowMs } = request.server;
  refuseCoding(request);
  if (mediaType(request) !== "multipart/form-data") return arriving(request.raw, { limit, over, windowMs });
  const form = arriving(request.raw, { limit: limit + maxEnvelopeBytes, over, windowMs });
  return fileInForm(form, request.headers["content-type"] ?? "", limit, over);
}

function tooLarge(limit: number): Refusal {
  return refuse("payload_too_large", `The body may have at most ${limit.toLocaleString("en")} bytes here.`);
}

/** Types that clients choose by themselves for something else than a file: fields, or a text without its line breaks. */
const otherTypes = new Set(["application/json", formType]);

/** The 415 of a body that was hardly meant as the bytes of a file. */
export function noFile(): Refusal {
  return refuse(
    "unsupported_media_type",
    "Send the file's bytes with the header Content-Type: application/octet-stream, or the file in a multipart/form-data form.",
  );
}

/** Whether other services send events as this type: JSON, also with the name of what it describes, or a form. */
function isOfSender(type: string): boolean {
  return type === "application/json" || /^application\/[\w.-]+\+json$/.test(type) || type === formType;
}

export function mediaType({ headers }: Pick<FastifyRequest, "headers">): string {
  return (headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** A packed body would be stored as it is. */
function refuseCoding({ headers }: FastifyRequest): void {
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (coding !== "" && coding !== "identity")
    throw refuse("unsupported_media_type", "Send the body unpacked: this service takes no Content-Encoding.");
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A body as text. Bytes that are none would be stored as something else than what was sent. */
export function utf8Text(body: Buffer): string {
  try {
    return strictUtf8.decode(body);
  } catch {
    throw refuse("invalid_request", "The body is not valid UTF-8.");
  }
}

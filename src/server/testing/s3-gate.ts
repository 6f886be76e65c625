import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer, request as ask } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Key, signatureFault } from "./sigv4.ts";

interface Upload {
  readonly key: string;
  readonly begun: Date;
}

/** `hangs`: it takes connections and never answers. `drips`: answers come byte by byte and do not end. */
export type Manner = "answers" | "hangs" | "drips";

const dripMs = 20;

/**
 * Stands in front of a store, at a port of this machine: looks at every signature, which the store does not, knows the uploads in parts that were
 * begun, which the store cannot list, and can be cut or behave badly. Opened again, it is at the same port as before.
 */
export function createS3Gate(to: number, key: Key) {
  const uploads = new Map<string, Upload>();
  let [port, manner] = [0, "answers" as Manner];
  let asked = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    if (manner === "hangs") return;
    const { method = "", url = "", headers } = request;
    const body = await buffer(request);
    const given = headers as Record<string, string | undefined>;
    const known = given.authorization?.includes(`Credential=${key.id}/`);
    const fault = known ? signatureFault({ method, path: url, headers: given, body }, key, new Date()) : undefined;
    if (fault) return void response.writeHead(403, xml).end(failure("SignatureDoesNotMatch", fault));
    const { pathname, searchParams } = new URL(url, "http://store");
    const upload = searchParams.get("uploadId") ?? "";
    if (method === "GET" && searchParams.has("uploads")) return void response.writeHead(200, xml).end(listed(searchParams));
    if (method === "DELETE" && upload) return void response.writeHead(uploads.delete(upload) ? 204 : 404).end();
    const [passed, reply] = await pass(request, body);
    if (method === "POST" && searchParams.has("uploads")) {
      const id = /<UploadId>(.+)<\/UploadId>/.exec(reply.toString())?.[1] ?? "";
      uploads.set(id, { key: decodeURIComponent(pathname.split("/").slice(2).join("/")), begun: new Date() });
    }
    if (method === "POST" && upload && passed.statusCode === 200) uploads.delete(upload);
    response.writeHead(passed.statusCode ?? 500, passed.headers);
    if (manner === "answers") return void response.end(reply);
    for (const byte of reply.subarray(0, -1)) {
      await sleep(dripMs);
      if (response.destroyed) return;
      response.write(Buffer.of(byte));
    }
    if (reply.length === 0) response.end();
  }

  /** Two a page, so that there is a second one. */
  function listed(query: URLSearchParams): string {
    const after = query.get("upload-id-marker") ?? "";
    const prefix = query.get("prefix") ?? "";
    const all = [...uploads].filter(([, { key: name }]) => name.startsWith(prefix)).toSorted(([a], [b]) => (a < b ? -1 : 1));
    const left = all.filter(([id]) => id > after);
    const page = left.slice(0, 2);
    const entry = ([id, one]: [string, Upload]) =>
      `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId><Initiated>${one.begun.toISOString()}</Initiated></Upload>`;
    const last = page.at(-1);
    const next = last && `<NextKeyMarker>${last[1].key}</NextKeyMarker><NextUploadIdMarker>${last[0]}</NextUploadIdMarker>`;
    return `<ListMultipartUploadsResult><IsTruncated>${left.length > page.length}</IsTruncated>${next ?? ""}${page.map(entry).join("")}</ListMultipartUploadsResult>`;
  }

  async function pass({ method, url, headers }: IncomingMessage, body: Buffer): Promise<[IncomingMessage, Buffer]> {
    const passed = ask({ host: "127.0.0.1", port: to, method, path: url, headers });
    const answered = once(passed, "response") as Promise<[IncomingMessage]>;
    passed.end(body);
    const [reply] = await answered;
    return [reply, await buffer(reply)];
  }

  const server = createServer((request, response) => {
    // Whoever asked may be gone.
    answer(request, response).catch(() => response.destroy());
  });
  return {
    /** The keys of uploads in parts that were begun and neither completed nor given up. */
    uploads: () => [...uploads.values()].map((one) => one.key),
    /** Requests that came. */
    asked: () => asked,
    behave: (now: Manner) => void (manner = now),
    async open(): Promise<number> {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      return (port = (server.address() as AddressInfo).port);
    },
    async cut(): Promise<void> {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const xml = { "content-type": "application/xml" };

function failure(code: string, message: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
}

import { createHash, randomBytes } from "node:crypto";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createFileUploadUrl, getFileDownloadUrl } from "#contract/library/files.ts";
import { createSandbox, getSandboxDownloadUrl, uploadSandboxFile } from "#contract/runs/sandboxes.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let owner: Record<string, string>;
beforeAll(async () => {
  service = await startService();
  owner = { authorization: `Bearer ${service.keys.owner}` };
});
afterAll(() => service.close());

/** A way to bring in a file: sends a body, and reads what is then stored. */
interface Way {
  send(body: NonNullable<RequestInit["body"]>, headers?: Record<string, string>): Promise<Response>;
  stored(): Promise<Buffer | undefined>;
}

async function directly(): Promise<Way> {
  const { sandbox_id } = await service.ok(createSandbox, { body: {} });
  const place = { params: { sandbox_id }, query: { path: "/workspace/a.csv" } };
  const address = `${service.url}${uploadSandboxFile.path.replace("{sandbox_id}", sandbox_id)}?path=/workspace/a.csv`;
  return {
    send: (body, headers) => fetch(address, { method: "POST", body, duplex: "half", headers: { ...owner, ...headers } }),
    stored: async () => bytesAt((await service.call(getSandboxDownloadUrl, place)).ok?.url),
  };
}

async function bySignedAddress(): Promise<Way> {
  const params = { teamId: service.teamId };
  const path = `${randomBytes(4).toString("hex")}.csv`;
  const { signedUrl } = await service.ok(createFileUploadUrl, { params, body: { fileName: path, contentType: "text/csv" } });
  return {
    send: (body, headers) => fetch(signedUrl, { method: "PUT", body, ...(headers && { headers }) }),
    stored: async () => bytesAt((await service.call(getFileDownloadUrl, { params: { ...params, path } })).ok?.url),
  };
}

async function bytesAt(url: string | undefined): Promise<Buffer | undefined> {
  return url === undefined ? undefined : Buffer.from(await (await fetch(url)).arrayBuffer());
}

function formOf(...parts: (Blob | string)[]): FormData {
  const form = new FormData();
  for (const part of parts) {
    if (typeof part === "string") form.append("name", part);
    else form.append("file", part, "a.csv");
  }
  return form;
}

describe.each([
  ["by the operation", directly],
  ["by a signed address", bySignedAddress],
])("a file that is sent %s", (_how, make) => {
  const bytes = randomBytes(700_000);

  it("is kept without the form around it", async () => {
    for (const content of [bytes, Buffer.from("--a\r\n\r\n--a--\r\n"), Buffer.alloc(0)]) {
      const way = await make();
      expect((await way.send(formOf(new Blob([content])))).ok).toBe(true);
      expect(await way.stored()).toEqual(content);
    }
  });

  it("is refused in a form that holds none, several, or a text", async () => {
    const way = await make();
    const boundary = { "content-type": "multipart/form-data; boundary=x" };
    const part = (headers: string, end = "--x--\r\n") =>
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n${headers}\r\nbytes\r\n${end}`;
    const file = new Blob([bytes]);
    for (const [body, headers, words] of [
      [formOf(), undefined, "has none"],
      [formOf(file, file), undefined, "several"],
      [formOf(new Blob(["a"]), new Blob(["b"]), new Blob(["c"])), undefined, "several"],
      [formOf("a.csv"), undefined, "-F file=@name"],
      [formOf("a.csv", file), undefined, "-F file=@name"],
      [formOf(file, "a.csv"), undefined, "-F file=@name"],
      ["--x--\r\n", boundary, "has none"],
      ["nothing of a form", boundary, "not valid multipart"],
      [part("", ""), boundary, "not valid multipart"],
      [part("content-transfer-encoding: base64\r\n"), boundary, "Content-Transfer-Encoding: base64"],
      ["--x--\r\n", { "content-type": "multipart/form-data" }, "boundary"],
    ] as const) {
      const answer = await way.send(body, headers);
      expect([answer.status, await answer.json()], words).toEqual([
        400,
        { error: "invalid_request", message: expect.stringContaining(words) as string },
      ]);
    }
    expect(await way.stored()).toBeUndefined();
  });

  it("is refused while it is packed", async () => {
    const way = await make();
    for (const coding of ["gzip", "br", "zstd", "deflate", "identity, gzip"]) {
      const answer = await way.send(bytes, { "content-type": "text/csv", "content-encoding": coding });
      expect([answer.status, (await answer.text()).includes("Content-Encoding")], coding).toEqual([415, true]);
    }
    expect((await way.send(bytes, { "content-type": "text/csv", "content-encoding": "identity" })).ok).toBe(true);
    expect(await way.stored()).toEqual(bytes);
  });

  it("is taken as it is, whatever type it says it has", async () => {
    for (const type of ["text/csv", "image/png", "application/zip", "text/plain; charset=latin1", "application/octet-stream"]) {
      const way = await make();
      const own = Buffer.concat([bytes, Buffer.from(type)]);
      expect((await way.send(own, { "content-type": type })).ok, type).toBe(true);
      expect(
        createHash("sha256")
          .update((await way.stored()) ?? "")
          .digest("hex"),
      ).toBe(createHash("sha256").update(own).digest("hex"));
    }
  });
});

describe("an answer that comes before the body's end", () => {
  /** Sends a head and so much of a body as the service reads, looks for an answer only then, and says what came. */
  async function sendAll(head: string, size: number): Promise<string> {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    let text = "";
    socket.on("data", (chunk) => (text += chunk.toString()));
    const closed = new Promise<void>((resolve, reject) => socket.once("close", () => resolve()).once("error", reject));
    socket.write(head);
    const chunk = Buffer.alloc(1_000_000);
    for (let sent = 0; sent < size; sent += chunk.length) await new Promise<void>((done) => socket.write(chunk, () => done()));
    await closed;
    return text;
  }

  it.each([
    ["too large, said beforehand", `content-length: 60000000\r\n`, 60_000_000, "413 "],
    ["of nobody", `authorization: x\r\ncontent-length: 20000000\r\n`, 20_000_000, "401 "],
    ["of a client that ends the connection itself", `connection: close\r\ncontent-length: 60000000\r\n`, 60_000_000, "413 "],
  ])("arrives: %s", async (_what, headers, size, status) => {
    const { sandbox_id } = await service.ok(createSandbox, { body: {} });
    const key = headers.includes("authorization") ? "" : `authorization: ${owner.authorization}\r\n`;
    const head = `POST /v2/sandboxes/${sandbox_id}/files?path=/workspace/a HTTP/1.1\r\nhost: localhost\r\n${key}content-type: text/csv\r\n${headers}\r\n`;
    const answer = await sendAll(head, size);
    expect(answer.slice(0, 13)).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toHaveProperty("message");
  });

  it("arrives at a client that says nothing of the length", async () => {
    const { send, stored } = await directly();
    const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
    const answer = await send(endless, { "content-type": "text/csv" }).catch((error: unknown) => error);
    expect(answer).toMatchObject({ status: 413 });
    expect(await stored()).toBeUndefined();
  });
});

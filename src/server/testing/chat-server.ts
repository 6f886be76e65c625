import { type IncomingMessage, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestChat {
  /** As `OUTBOUND_ALLOW` names it. */
  readonly host: string;
  /** An incoming webhook of its own. */
  address(name: string): string;
  /** What such an address took, in its order. */
  taken(name: string): readonly object[];
  /** Answers the next messages to an address with these, one for each. */
  answer(name: string, ...statuses: readonly number[]): void;
  close(): Promise<void>;
}

/** A real server on loopback that takes messages as a chat does. */
export async function startChat(): Promise<TestChat> {
  const messages: { readonly path: string | undefined; readonly body: object }[] = [];
  const answers = new Map<string, number[]>();
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const status = answers.get(request.url ?? "")?.shift() ?? 200;
      if (status === 200) messages.push({ path: request.url, body: JSON.parse(text) as object });
      response.writeHead(status, { "content-type": "text/plain", ...(status === 302 && { location: "http://127.0.0.1:9/" }) }).end("ok");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pathOf = (name: string) => `/services/${name}`;
  return {
    host,
    address: (name) => `http://${host}${pathOf(name)}`,
    taken: (name) => messages.filter(({ path }) => path === pathOf(name)).map(({ body }) => body),
    answer: (name, ...statuses) => void answers.set(pathOf(name), [...statuses]),
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

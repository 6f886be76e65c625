import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text as textOf } from "node:stream/consumers";

export interface StoredModel {
  readonly id: string;
  readonly name: string;
  readonly bpmn: string;
}

/**
 * What becomes of an import. `silent`: the file is stored, and the connection breaks. `hangs`: the same, and it stays
 * open. `lost`: it breaks, and nothing is stored. `fails`, `fails_after`: a server error, without and with the file.
 * `garbled`: stored, with an answer that says nothing. `refuses`: the answer says what is wrong with the file.
 */
export type ImportVice = "silent" | "hangs" | "lost" | "fails" | "fails_after" | "garbled" | "refuses";
/** What becomes of a sign-in. `page`: a page that says what is wrong, with the status of a success. */
export type LoginVice = "page" | "fails" | "redirects";

export interface SignavioServer {
  /** As `OUTBOUND_ALLOW` names it. */
  readonly host: string;
  readonly url: string;
  /** A directory of its own. */
  directory(): string;
  models(directory: string): readonly StoredModel[];
  /** What is there from the start. */
  put(directory: string, name: string): string;
  /** The next imports into a directory go wrong, one for each. */
  imports(directory: string, ...vices: readonly ImportVice[]): void;
  /** The next sign-ins of a user name go wrong, one for each. */
  logins(user: string, ...vices: readonly LoginVice[]): void;
  /** Requests so far, as in `POST /p/login`. */
  asked(): readonly string[];
  close(): Promise<void>;
}

export const signavioPassword = "right, and kept secret";

/** A server on loopback that takes models as SAP Signavio does: it signs in with cookies and a token, and answers an import with JSON written for HTML. */
export async function startSignavio(): Promise<SignavioServer> {
  const stored = new Map<string, StoredModel[]>();
  const tokens = new Map<string, string>();
  const importVices = new Map<string, ImportVice[]>();
  const loginVices = new Map<string, LoginVice[]>();
  const asked: string[] = [];
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    const { method, url = "" } = request;
    asked.push(`${method} ${url}`);
    const say = (status: number, what: string, headers: Record<string, string | string[]> = {}) =>
      void response.writeHead(status, { "content-type": "text/html", ...headers }).end(what);
    if (method === "POST" && url === "/p/login") return logIn(new URLSearchParams(body), say);
    const session = /JSESSIONID=([\w-]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
    if (tokens.get(session) !== request.headers["x-signavio-id"] || !tokens.has(session)) return say(401, "Sign in first");
    const listed = /^\/p\/directory\/([\w-]+)$/.exec(url)?.[1];
    if (method === "GET" && listed !== undefined) {
      const models = stored.get(listed);
      if (!models) return say(404, "No such directory");
      const entries = models.map(({ id, name }) => ({ rel: "mod", href: `/model/${id}`, rep: { name, type: "Business Process Diagram" } }));
      const all = [{ rel: "info", href: `/directory/${listed}`, rep: { name: "Finance" } }, ...entries];
      return say(200, JSON.stringify(all), { "content-type": "application/json" });
    }
    if (method === "POST" && url === "/p/bpmn2_0-import") return take(body, request, response, say);
    return say(404, "Nothing here");
  }

  function logIn(form: URLSearchParams, say: (status: number, what: string, headers?: Record<string, string | string[]>) => void): void {
    const vice = loginVices.get(form.get("name") ?? "")?.shift();
    if (vice === "fails") return say(503, "Away");
    if (vice === "redirects") return say(302, "", { location: "http://127.0.0.1:9/" });
    if (vice === "page" || form.get("password") !== signavioPassword)
      return say(
        200,
        `<!DOCTYPE html><html><body><div id="warning">User name or password is wrong</div>${" ".repeat(2_000)}</body></html>`,
      );
    const [session, token] = [randomUUID(), randomUUID().replaceAll("-", "")];
    tokens.set(session, token);
    return say(200, `${token}\n`, { "set-cookie": [`JSESSIONID=${session}; Path=/p; HttpOnly`, "LBROUTEID=one; Path=/"] });
  }

  function take(body: string, request: IncomingMessage, response: ServerResponse, say: (status: number, what: string) => void): void {
    const parts = partsOf(body, request.headers["content-type"] ?? "");
    const directory = /^\/directory\/([\w-]+)$/.exec(parts.get("directory") ?? "")?.[1] ?? "";
    const models = stored.get(directory);
    const [name, bpmn] = [parts.get("filename"), parts.get("bpmn2_0file")];
    if (!models || name === undefined || bpmn === undefined) return say(400, "BPMN2_0Import.NoFile");
    const vice = importVices.get(directory)?.shift();
    if (vice === "lost") return void response.socket?.destroy();
    if (vice === "fails") return say(500, "Broken");
    if (vice === "refuses") return say(200, escaped(JSON.stringify({ errors: [{ message: 'The element "x" is unknown' }] })));
    const model = { id: randomUUID().replaceAll("-", ""), name, bpmn };
    models.push(model);
    if (vice === "silent") return void response.socket?.destroy();
    if (vice === "hangs") return;
    if (vice === "fails_after") return say(502, "Bad gateway");
    if (vice === "garbled") return say(200, "<html>Done</html>");
    return say(200, escaped(JSON.stringify([{ rel: "mod", href: `/model/${model.id}`, rep: { name } }])));
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const put = (directory: string, name: string) => {
    const id = randomUUID().replaceAll("-", "");
    stored.get(directory)?.push({ id, name, bpmn: "" });
    return id;
  };
  return {
    host,
    url: `http://${host}`,
    directory() {
      const id = randomUUID().replaceAll("-", "");
      stored.set(id, []);
      return id;
    },
    models: (directory) => stored.get(directory) ?? [],
    put,
    imports: (directory, ...vices) => void importVices.set(directory, [...vices]),
    logins: (user, ...vices) => void loginVices.set(user, [...vices]),
    asked: () => asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function partsOf(body: string, type: string): Map<string, string> {
  const boundary = /boundary=(\S+)$/.exec(type)?.[1] ?? "";
  const parts = body.split(`--${boundary}`).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const at = part.indexOf("\r\n\r\n");
      return [/name="([^"]*)"/.exec(part.slice(0, at))?.[1] ?? "", part.slice(at + 4, -2)];
    }),
  );
}

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

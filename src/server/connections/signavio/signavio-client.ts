import type { Response } from "undici";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { whyUnreached } from "#server/platform/unreached.ts";
import { importIn, type Model, modelsIn } from "./answers.ts";
import { multipart } from "./multipart.ts";
import { signavioOf, type SignavioServer, type SignavioSettings } from "./signavio-settings.ts";

const timeoutMs = 30_000;
/** Of one answer: a directory of some 5,000 models. */
const maxBytes = 2_000_000;

/** What is asked in the name of the person who is signed in. Each throws an McpFault. */
export interface SignavioSession {
  listModels(): Promise<Model[]>;
  /** Not to be repeated: each one makes a model. Undefined where the answer does not name it. */
  importModel(name: string, bpmn: string): Promise<string | undefined>;
}

interface Asked {
  readonly method?: "POST";
  readonly headers?: Record<string, string>;
  readonly body?: URLSearchParams | Buffer;
  /** It makes something: where no usable answer comes, that may have happened. */
  readonly makes?: boolean;
}

/** Signs in to a workspace. Throws an McpFault. */
export async function signInTo(outbound: Outbound, settings: SignavioSettings, end: AbortSignal): Promise<SignavioSession> {
  const { base, user, password, workspace, directory } = settings;
  const host = URL.canParse(base) ? new URL(base).host : base;
  const ask = (path: string, asked: Asked = {}) => send(outbound, `${base}${path}`, host, asked, end);

  const form = { name: user, password, tokenonly: "true", ...(workspace !== undefined && { tenant: workspace }) };
  const { answer, text } = await ask("/p/login", { method: "POST", body: new URLSearchParams(form) });
  // A page that says what is wrong comes with the status of a success, in place of a short token.
  const token = /^[\w-]{1,200}$/.exec(text.trim())?.[0];
  if (token === undefined)
    throw new McpFault(
      "sign_in",
      `${host} does not accept this user name and password${workspace === undefined ? "" : " for this workspace"}.`,
    );
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(";", 1)[0])
    .join("; ");
  const headers = { accept: "application/json", "x-signavio-id": token, ...(cookie !== "" && { cookie }) };

  return {
    async listModels() {
      const listed = await ask(`/p/directory/${directory}`, { headers });
      const models = modelsIn(listed.text);
      if (!models) throw new McpFault("unreachable", `${host} did not answer with a list of the directory.`);
      return models;
    },
    async importModel(name, bpmn) {
      const fields = { directory: `/directory/${directory}`, filename: name, "signavio-id": token };
      const { type, body } = multipart(fields, { field: "bpmn2_0file", name: `${name}.bpmn`, type: "application/xml", text: bpmn });
      const came = await ask("/p/bpmn2_0-import", { method: "POST", headers: { ...headers, "content-type": type }, body, makes: true });
      const imported = importIn(came.text);
      if (!imported) throw new McpFault("unreachable", `${host} answered the import with something unreadable.`, true);
      if ("refused" in imported) throw new McpFault("said_no", `${host} refused the file: “${imported.refused}”`);
      return imported.made;
    },
  };
}

/** Whether it lets one in, and has the directory. Throws an McpFault. */
export async function lookIntoSignavio(outbound: Outbound, server: SignavioServer): Promise<void> {
  const session = await signInTo(outbound, signavioOf(server), AbortSignal.timeout(timeoutMs));
  await session.listModels();
}

async function send(outbound: Outbound, url: string, host: string, { makes = false, ...init }: Asked, signal: AbortSignal) {
  const refusal = outbound.refusal(url);
  if (refusal) throw new McpFault("refused", refusal);
  try {
    const answer = await outbound.fetch(url, { ...init, signal }, timeoutMs);
    const text = await textOf(answer, host, makes);
    const fault = faultOf(answer.status, host, { makes, text });
    if (fault) throw fault;
    return { answer, text };
  } catch (error) {
    if (error instanceof McpFault) throw error;
    const { words, sent } = whyUnreached(error, host);
    throw new McpFault("unreachable", words, makes && sent);
  }
}

async function textOf(answer: Response, host: string, makes: boolean): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new McpFault("too_large", `${host} answered with more than 2 MB.`, makes);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** What a status means; undefined for a success. */
function faultOf(status: number, host: string, { makes, text }: { makes: boolean; text: string }): McpFault | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status === 401 || status === 403) return new McpFault("sign_in", `${host} does not accept this sign-in (HTTP ${status}).`);
  if (status >= 300 && status < 400)
    return new McpFault("refused", `${host} redirects, and redirects are not followed. Enter the address that it redirects to.`);
  if (status === 404) return new McpFault("said_no", `${host} has no such directory, or no SAP Signavio answers there (HTTP 404).`);
  if (status === 408 || status === 429 || status >= 500) return new McpFault("unreachable", `${host} failed with HTTP ${status}.`, makes);
  return new McpFault("said_no", `${host} refused with HTTP ${status}: “${shownLine(text, 200)}”`);
}

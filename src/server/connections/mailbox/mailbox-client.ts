import type { Socket } from "node:net";
import { connect as secureOver } from "node:tls";
import { ImapFlow, type ImapTransport } from "imapflow";
import { McpFault } from "#server/connections/mcp/faults.ts";
import { shownLine } from "#server/connections/mcp/foreign-text.ts";
import type { Outbound } from "#server/platform/outbound.ts";
import { whyUnreached } from "#server/platform/unreached.ts";
import { type Mailbox, mailboxOf } from "./mailbox-address.ts";
import type { McpServer } from "#server/connections/mcp/session.ts";

/** Of everything that one look reads. */
const maxBytes = 64_000_000;
/** Of one part of an answer: more than the beginning of a mail that is read. */
const maxLiteral = 1_000_000;
const silenceMs = 10_000;

/** One answer broke a limit, which ends the session. In another one less can be asked for. */
export class AnswerTooLarge extends McpFault {
  constructor(host: string) {
    super("too_large", `An answer of ${host} is too large to be read.`);
  }
}

/** A signed-in session with a mailbox for as long as `work` takes, and at most `limitMs`. Throws an McpFault. */
export async function withMailbox<T>(
  outbound: Outbound,
  server: McpServer,
  limitMs: number,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const box = mailboxOf(server.url);
  const refusal = outbound.refusal(`https://${server.url.replace(/^imaps?:\/\//, "")}`);
  if (refusal) throw new McpFault("refused", refusal);
  const socket = await outbound.connect(box.host, box.port).catch((error: unknown) => {
    throw new McpFault("unreachable", whyUnreached(error, box.host).words);
  });
  const client = clientOf(box, socket, server.headers);
  let broken: McpFault | undefined;
  const end = (fault: McpFault) => {
    broken ??= fault;
    client.close();
    socket.destroy();
  };
  // What breaks a limit of the stream is told here only: the command that waits hears that the connection was closed.
  client.on("error", (error: unknown) => {
    if (isTooLarge(error)) broken ??= new AnswerTooLarge(box.host);
  });
  const late = setTimeout(() => end(new McpFault("timeout", `${box.host} did not answer in time.`)), limitMs);
  const count = setInterval(() => {
    if (socket.bytesRead > maxBytes) end(new McpFault("too_large", "The mailbox sent more than 64 MB at once."));
  }, 100);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw broken ?? (error instanceof McpFault ? error : faultOf(error, box.host));
  } finally {
    clearTimeout(late);
    clearInterval(count);
    client.close();
    socket.destroy();
  }
}

function clientOf({ host, port, secure }: Mailbox, socket: Socket, headers: McpServer["headers"]): ImapFlow {
  const { username, password } = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return new ImapFlow({
    host,
    port,
    secure,
    auth: { user: username ?? "", pass: password ?? "" },
    transport: through(socket),
    doSTARTTLS: false,
    logger: false,
    clientInfo: { name: "Caseload" },
    disableAutoIdle: true,
    // What is packed cannot be counted.
    disableCompression: true,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    maxLineLength: 4_000_000,
    maxLiteralSize: maxLiteral,
    maxResponseSize: 6_000_000,
    maxResponseTokens: 50_000,
  });
}

/** Over a connection that all rules for what goes out have let through. */
function through(socket: Socket): ImapTransport {
  return {
    connect({ secure, servername, tls }, onConnect) {
      if (secure) return secureOver({ ...tls, socket, ...(servername !== undefined && { servername }) }, onConnect);
      setImmediate(onConnect);
      return socket;
    },
  };
}

const limits = new Set<unknown>(["LineTooLarge", "LiteralTooLarge", "ResponseTooLarge", "TooManyResponses", "TooManyTokens"]);

function isTooLarge(error: unknown): boolean {
  return limits.has((error as { code?: unknown }).code);
}

function faultOf(error: unknown, host: string): McpFault {
  const { authenticationFailed, responseText, code } = error as { authenticationFailed?: boolean; responseText?: string; code?: string };
  if (authenticationFailed)
    return new McpFault("sign_in", `${host} does not accept this user name and password. Some providers take an app password only.`);
  if (code === "ETIMEOUT" || code === "GREETING_TIMEOUT" || code === "CONNECT_TIMEOUT")
    return new McpFault("timeout", `${host} did not answer in time.`);
  if (isTooLarge(error)) return new AnswerTooLarge(host);
  if (responseText) return new McpFault("said_no", `${host} refused: “${shownLine(responseText, 300)}”`);
  if (code?.startsWith("ERR_TLS") || code?.includes("CERT")) return new McpFault("unreachable", `The certificate of ${host} is not valid.`);
  return new McpFault("unreachable", whyUnreached(error, host).words);
}

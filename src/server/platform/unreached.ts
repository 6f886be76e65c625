import { withoutUnseen } from "#contract/unseen.ts";

/** Failures of a connection before anything was sent. */
const notSent = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);
const late = new Set(["TimeoutError", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT"]);

/** Why a call to an address that a user chose got no answer: a sentence for that user, without places in our code. `sent`: it may have arrived. */
export function whyUnreached(error: unknown, host: string): { readonly words: string; readonly sent: boolean } {
  const { code, message } = innermost(error);
  const sent = !notSent.has(code);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { words: `The name of ${host} cannot be found. Check the address.`, sent };
  if (code === "ECONNREFUSED") return { words: `${host} refuses connections. Check the port, and that the server runs.`, sent };
  if (late.has(code)) return { words: `${host} did not answer in time.`, sent };
  if (/certificate|CERT_|self.signed/i.test(`${code} ${message}`))
    return { words: `The certificate of ${host} is not valid: ${oneLine(message)}.`, sent };
  if (message.includes("not a public address"))
    return { words: `${oneLine(message)}. The operator can allow it with OUTBOUND_ALLOW.`, sent };
  return { words: `${host} cannot be reached.`, sent };
}

/** The other side may have a part in what the network says of it. */
function oneLine(message: string): string {
  return withoutUnseen(message.slice(0, 200))
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
}

/** The cause that the network gave. */
function innermost(error: unknown): { code: string; message: string } {
  for (let at: unknown = error, depth = 0; depth < 5; depth++) {
    const { cause, code, name, message, errors } = (at ?? {}) as Readonly<Record<string, unknown>> & { errors?: unknown[] };
    const next = cause ?? errors?.[0];
    if (next === undefined) return { code: [code, name].find(isText) ?? "", message: isText(message) ? message : "" };
    at = next;
  }
  return { code: "", message: "" };
}

const isText = (value: unknown): value is string => typeof value === "string";

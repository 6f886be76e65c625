import { createHash, createHmac } from "node:crypto";

/** What arrived. `path` with its query, as it was sent. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
}

export interface Key {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

const sha256 = (text: string | Uint8Array) => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();
/** Everything but letters, digits and `-._~`. */
const encoded = (text: string) => encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Why a store refuses a request by its signature, version 4, as Amazon describes it for S3; undefined for one that is right. Written from that
 * description alone: it shares nothing with the client that signs.
 */
export function signatureFault(request: SignedRequest, key: Key, now: Date): string | undefined {
  const { method, headers } = request;
  const given = /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]{64})$/.exec(headers.authorization ?? "");
  if (!given) return "The request is not signed.";
  const [, credential = "", names = "", signature] = given;
  const at = headers["x-amz-date"] ?? "";
  const scope = [at.slice(0, 8), key.region, "s3", "aws4_request"];
  if (credential !== [key.id, ...scope].join("/")) return `The scope is ${credential}.`;
  const instant = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  if (!(Math.abs(now.getTime() - instant) < 900_000)) return `The time is ${at}.`;
  const signed = names.split(";");
  const unsigned = Object.keys(headers).filter((name) => (name === "host" || name.startsWith("x-amz-")) && !signed.includes(name));
  if (unsigned.length > 0 || signed.join() !== signed.toSorted().join()) return `Signed are ${names}.`;
  const digest = headers["x-amz-content-sha256"] ?? "";
  if (digest !== "UNSIGNED-PAYLOAD" && digest !== sha256(request.body)) return "The body is another one.";

  const [path = "", query = ""] = request.path.split(/\?(.*)/s);
  const parameters = query
    .split("&")
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
    .map(([name = "", value = ""]) => `${encoded(decodeURIComponent(name))}=${encoded(decodeURIComponent(value))}`);
  const canonical = [
    method,
    path
      .split("/")
      .map((part) => encoded(decodeURIComponent(part)))
      .join("/"),
    parameters.toSorted().join("&"),
    ...signed.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    names,
    digest,
  ].join("\n");
  const secret = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${key.secret}`);
  const right = hmac(secret, ["AWS4-HMAC-SHA256", at, scope.join("/"), sha256(canonical)].join("\n")).toString("hex");
  return right === signature ? undefined : "The signature is another one.";
}

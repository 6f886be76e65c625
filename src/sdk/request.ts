import { type Input, type Operation, isSafe } from "./operation.ts";

/** A request before it is sent: the same at each try. */
export interface Prepared {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyInit | undefined;
  /** Whether it may be sent again although nobody knows what became of it. */
  readonly repeatable: boolean;
  /** The answer is a record. Texts and bytes may take as long as they are. */
  readonly whole: boolean;
}

/** Puts each field of a flat input where the operation takes it. */
export function prepare(operation: Operation, input: Input, key: string): Prepared {
  const { method, path, bytes, creates } = operation;
  const inPath = new Set<string>();
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = input[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${method} ${path} needs ${name}`);
    const text = textOf(value);
    // The path of a file keeps its slashes.
    return name === "path" ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
  });
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || inPath.has(name) || (bytes && name === "content")) continue;
    if (operation.query && !operation.query.includes(name)) body[name] = value;
    else if (value !== null) query.append(name, textOf(value));
  }
  const search = query.size > 0 ? `?${query.toString()}` : "";
  const type = bytes ? "application/octet-stream" : operation.query && method !== "GET" ? "application/json" : undefined;
  return {
    url: address + search,
    method,
    headers: { ...(type && { "content-type": type }), ...(creates && { "idempotency-key": key }) },
    body: bytes ? (input.content as BodyInit) : type ? JSON.stringify(body) : undefined,
    repeatable: isSafe(operation) || creates === true,
    whole: operation.answers === undefined,
  };
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (value instanceof Date) return value.toISOString();
  return typeof value === "string" ? value : JSON.stringify(value);
}

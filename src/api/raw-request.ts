import { credentials } from "./credentials.ts";

/** A request that somebody wrote, below the address of the service. */
export interface RawRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyInit | undefined;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Blob;
  /** Until all of it was there. */
  readonly milliseconds: number;
}

/** Sends it as it is, and tells the answer as it came: a refusal too. By the reader's session, or with a key in its place. */
export async function sendRaw(request: RawRequest, key = credentials.key): Promise<RawAnswer> {
  const since = performance.now();
  const answer = await fetch(credentials.baseUrl + request.url, {
    method: request.method,
    headers: { accept: "application/json", ...request.headers, ...(key && { authorization: `Bearer ${key}` }) },
    ...(request.body !== undefined && { body: request.body }),
    credentials: key ? "omit" : "same-origin",
  });
  const body = await answer.blob();
  return { status: answer.status, headers: answer.headers, body, milliseconds: performance.now() - since };
}

import { afterAll, vi } from "vitest";

/** What happens to the window of the tests. The modules of the client keep what they listen to, so all test files share it. */
export const page = new EventTarget();

/** What the client asks of a browser beside `fetch`, for the tests of one file: import what they test after this has run. */
export function fakeBrowser(): void {
  const store = Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as Storage;
  vi.stubGlobal("sessionStorage", store);
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  afterAll(() => void vi.unstubAllGlobals());
}

/** Answers requests one after the other by hand. */
export function fakeFetch() {
  const sent: { url: string; headers: Headers; signal: AbortSignal | undefined; answer: (reply: Response) => void; fail: () => void }[] =
    [];
  vi.stubGlobal("fetch", (url: string, { headers, signal }: RequestInit = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
    sent.push({
      url,
      headers: new Headers(headers),
      signal: signal ?? undefined,
      answer: resolve,
      fail: () => reject(new TypeError("no network")),
    });
    return promise;
  });
  return sent;
}

/** An answer of the service: it names every request that it answers. */
export function reply(status: number, body: unknown = {}, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "x-request-id": "1", ...headers } });
}

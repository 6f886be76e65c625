import { credentials } from "./credentials.ts";
import { isHeld } from "./hold.ts";
import { retryAfterOf } from "./pacer.ts";
import { heard, onReach } from "./reach.ts";

/** `unavailable`: the service has no stream or refuses it; nobody tries again. */
export type StreamState = "connecting" | "live" | "offline" | "unavailable";

/** The service writes a comment every 15 seconds; three missed ones mean that the line is dead. */
const silenceLimit = 45_000;

/**
 * Reads server-sent events until `signal` aborts, connecting again after faults. `url` is asked for each connection, `onHeard` says that
 * all up to now has been read. By `fetch` and not by `EventSource`, because the latter sends no Authorization header and hides both
 * comments and status codes.
 */
export async function openStream(
  url: () => string,
  signal: AbortSignal,
  on: {
    onState: (state: StreamState) => void;
    onHeard: () => void;
    onData: (data: unknown) => void;
    /** Asked before each connection: whether there is still something to listen to. */
    goesOn?: (() => Promise<boolean>) | undefined;
  },
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    await isHeld();
    const goesOn = (await on.goesOn?.()) ?? true;
    if (signal.aborted) return;
    if (!goesOn) return on.onState("unavailable");
    const line = new AbortController();
    const abort = () => line.abort();
    signal.addEventListener("abort", abort, { once: true });
    let wait: number | undefined;
    try {
      const answer = await fetch(url(), {
        headers: { accept: "text/event-stream", ...(credentials.key ? { authorization: `Bearer ${credentials.key}` } : {}) },
        credentials: credentials.key ? "omit" : "same-origin",
        cache: "no-store",
        signal: line.signal,
      });
      if (answer.ok && answer.body) {
        on.onState("live");
        failures = 0;
        await readLines(answer.body, on, abort);
      } else if (answer.status === 429 || answer.status >= 502) {
        wait = (retryAfterOf(answer.headers) ?? 5) * 1000;
      } else {
        on.onState("unavailable");
        return;
      }
    } catch {
      // A broken line and an aborted one look alike; the loop's condition tells them apart.
    }
    signal.removeEventListener("abort", abort);
    if (signal.aborted) return;
    on.onState("offline");
    failures += 1;
    await pause(wait ?? Math.min(1000 * 2 ** (failures - 1), 30_000) * (0.75 + Math.random() / 2), signal);
  }
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  { onHeard, onData }: { onHeard: () => void; onData: (data: unknown) => void },
  abort: () => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  let silence = setTimeout(abort, silenceLimit);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      clearTimeout(silence);
      silence = setTimeout(abort, silenceLimit);
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = block
          .split(/\r?\n/)
          .filter((l) => l.startsWith("data:"))
          .map((l) => l.slice(5).trimStart())
          .join("\n");
        if (data !== "") deliver(data, onData);
      }
      onHeard();
    }
  } finally {
    clearTimeout(silence);
  }
}

function deliver(data: string, onData: (data: unknown) => void): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(data);
  } catch {
    return;
  }
  onData(parsed);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      forget();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    const forget = onReach(done);
    signal.addEventListener("abort", done);
  });
}

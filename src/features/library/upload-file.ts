import { ApiError, call } from "#api/client.ts";
import { put, reasonOf } from "#api/signed-put.ts";
import { createFileUploadUrl } from "#contract/library/files.ts";
import { typeOf } from "./file-types.ts";

interface Upload {
  readonly teamId: string;
  readonly path: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** Bytes that have left so far. */
  readonly onProgress: (sent: number) => void;
  /** Where an earlier try has sent pieces to; goes on there. */
  readonly begunAt?: string | undefined;
  /** The address takes pieces: whoever calls again with it goes on where this try ended. */
  readonly onBegun: (address: string) => void;
}

/** Files above this go in pieces of it, so that a lost connection costs one piece. Bytes. */
const pieceBytes = 8_388_608;
/** How long is waited for a connection that was lost, before each further try. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000];

/** Sends one file. Rejects with a sentence that says why it did not arrive. */
export async function uploadFile({ teamId, path, file, signal, onProgress, begunAt, onBegun }: Upload): Promise<void> {
  // Browsers name a type by what is installed, so a CSV would be one of Excel's; the extension is the better witness.
  const contentType = typeOf(file.name).mime || file.type || "application/octet-stream";
  try {
    if (begunAt && (await sendPieces(begunAt, file, contentType, signal, onProgress)) === "sent") return;
    const { signedUrl, resumable } = await call(
      createFileUploadUrl,
      { params: { teamId }, body: { fileName: path, contentType } },
      { signal },
    );
    if (!resumable || file.size <= pieceBytes) {
      const answer = await put(signedUrl, file, { "content-type": contentType }, signal, onProgress);
      if (answer.status < 200 || answer.status >= 300) throw new Error(reasonOf(answer, signedUrl));
      return;
    }
    onBegun(signedUrl);
    const outcome = await sendPieces(signedUrl, file, contentType, signal, onProgress);
    if (outcome === "unknown") throw new Error("This upload has expired. Start it again.");
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.issues[0]?.message ?? error.message, { cause: error });
    throw error;
  }
}

/**
 * Sends what the store does not have yet, piece by piece. After a fault it asks how far the file has come and goes on from there. `unknown`: what
 * was begun there has been given up.
 */
async function sendPieces(
  address: string,
  file: File,
  contentType: string,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<"sent" | "unknown"> {
  let sent: number | undefined;
  let faults = 0;
  for (;;) {
    const from = sent;
    const piece = from === undefined ? undefined : file.slice(from, from + pieceBytes);
    const range = from === undefined || !piece ? "*" : `${from}-${from + piece.size - 1}`;
    const headers = { "content-type": contentType, "content-range": `bytes ${range}/${file.size}` };
    const answer = await put(address, piece ?? null, headers, signal, (gone) => onProgress((from ?? 0) + gone));
    if (answer.status >= 200 && answer.status < 300) return "sent";
    if (answer.status === 404) return "unknown";
    if (answer.status === 308) {
      sent = Number(/-(\d+)$/.exec(answer.getResponseHeader("range") ?? "")?.[1] ?? -1) + 1;
      onProgress(sent);
      if (sent > (from ?? 0)) faults = 0;
      continue;
    }
    const wait = answer.status === 0 || answer.status >= 500 ? waits[faults] : undefined;
    if (wait === undefined) throw new Error(reasonOf(answer, address));
    faults += 1;
    sent = undefined;
    await pause(wait, signal);
  }
}

/** Ends early where the browser sees the network again. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const events = new AbortController();
    const timer = setTimeout(go, ms);
    function go() {
      clearTimeout(timer);
      events.abort();
      resolve();
    }
    addEventListener("online", go, { signal: events.signal });
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        events.abort();
        reject(new Error("Canceled."));
      },
      { signal: events.signal },
    );
  });
}

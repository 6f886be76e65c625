import { ApiError, call } from "#api/client.ts";
import { createFileUploadUrl } from "#contract/library/files.ts";
import { typeOf } from "./file-types.ts";

interface Upload {
  readonly teamId: string;
  readonly path: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** Bytes that have left so far. */
  readonly onProgress: (sent: number) => void;
}

/** Sends one file. Rejects with a sentence that says why it did not arrive. */
export async function uploadFile({ teamId, path, file, signal, onProgress }: Upload): Promise<void> {
  // Browsers name a type by what is installed, so a CSV would be one of Excel's; the extension is the better witness.
  const contentType = typeOf(file.name).mime || file.type || "application/octet-stream";
  try {
    const { signedUrl } = await call(createFileUploadUrl, { params: { teamId }, body: { fileName: path, contentType } }, { signal });
    await put(signedUrl, file, contentType, signal, onProgress);
  } catch (error) {
    if (error instanceof ApiError) throw new Error(error.issues[0]?.message ?? error.message, { cause: error });
    throw error;
  }
}

/** `fetch` tells nothing about how far a body has got; XMLHttpRequest does. */
function put(address: string, file: File, contentType: string, signal: AbortSignal, onProgress: (sent: number) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    request.addEventListener("loadend", () => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(new Error("Cancelled."));
      else if (request.status >= 200 && request.status < 300) resolve();
      else reject(new Error(request.status === 0 ? unreachable(address) : reasonOf(request)));
    });
    request.open("PUT", address);
    request.setRequestHeader("content-type", contentType);
    request.send(file);
  });
}

function unreachable(address: string): string {
  const { origin } = new URL(address);
  if (origin === location.origin) return "The connection was lost, or the file cannot be read any more.";
  return `The connection was lost, or ${origin} cannot be reached from this page.`;
}

function reasonOf(request: XMLHttpRequest): string {
  try {
    const { message } = JSON.parse(request.responseText) as { message?: unknown };
    if (typeof message === "string") return message;
  } catch {
    // Not our service's form; the status has to do.
  }
  return `The store answered ${request.status}.`;
}

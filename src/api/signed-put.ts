/** Sends bytes to a signed address. `fetch` tells nothing about how far a body has got; XMLHttpRequest does. Status 0: no answer. */
export function put(
  address: string,
  body: Blob | null,
  headers: Record<string, string>,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener("abort", stop, { once: true });
    request.upload.addEventListener("progress", (event) => onProgress(event.loaded));
    request.addEventListener("loadend", () => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) reject(new Error("Canceled."));
      else resolve(request);
    });
    request.open("PUT", address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.send(body);
  });
}

function unreachable(address: string): string {
  const { origin } = new URL(address);
  if (origin === location.origin) return "The connection was lost, or the file can no longer be read.";
  return `The connection was lost, or ${origin} cannot be reached from this page.`;
}

/** Why what was sent did not arrive, in a sentence. */
export function reasonOf(request: XMLHttpRequest, address: string): string {
  if (request.status === 0) return unreachable(address);
  try {
    const { message } = JSON.parse(request.responseText) as { message?: unknown };
    if (typeof message === "string") return message;
  } catch {
    // Not our service's form; the status has to do.
  }
  return `The store answered ${request.status}.`;
}

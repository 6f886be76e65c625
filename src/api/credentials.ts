const storageKey = "caseload.key";

/** How this tab proves who it is. A key lives only as long as the tab; a session is the browser's cookie. */
export const credentials = {
  baseUrl: readBaseUrl(),
  key: sessionStorage.getItem(storageKey) ?? undefined,
  /** False once the service has shown that it lacks the operations this console adds to the specification. */
  offersOurs: true,

  useKey(key: string): void {
    this.key = key;
    sessionStorage.setItem(storageKey, key);
  },
  dropKey(): void {
    this.key = undefined;
    sessionStorage.removeItem(storageKey);
  },
};

function readBaseUrl(): string {
  const value = document.querySelector<HTMLMetaElement>("meta[name=api-base-url]")?.content ?? "";
  // Unfilled under a plain Vite server.
  return value.startsWith("__") ? "" : value.replace(/\/+$/, "");
}

/** Whether the API is another service than the one that served this page; cookies do not reach it. */
export function isOtherService(): boolean {
  return credentials.baseUrl !== "" && new URL(credentials.baseUrl, location.href).origin !== location.origin;
}

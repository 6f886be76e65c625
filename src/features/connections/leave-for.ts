import { ApiError } from "#api/client.ts";

/** Another service may say anything about where people sign in to it; a browser is led to pages only. */
function isPage(address: string): boolean {
  return URL.canParse(address) && ["https:", "http:"].includes(new URL(address).protocol);
}

/** Leads the browser to another service. Rejects once it shows this page again as it was left: nobody has come back from there then. */
export function leaveFor(address: string): Promise<never> {
  return new Promise((_, reject) => {
    if (!isPage(address)) return reject(new ApiError(0, "no_page", "The server gave no page to sign in at."));
    addEventListener("pageshow", () => reject(new ApiError(0, "not_finished", "The sign-in was not finished. Start it again.")), {
      once: true,
    });
    location.assign(address);
  });
}

/** This place of the console, to come back to. */
export function thisPlace(): string {
  return location.pathname + location.search;
}

/** Where the practice server is called. No name of the network leads there: `internal` is kept for private use, and this one is answered in the service. */
export const practiceServerUrl = "https://practice.internal/mcp";

/** Whether an address is one of the practice server. */
export function isPractice(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === new URL(practiceServerUrl).origin;
}

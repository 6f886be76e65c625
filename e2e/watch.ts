import type { BrowserContext } from "@playwright/test";

/**
 * Notes what no page may do unless a test says so: errors in the console, which refusals of the content security policy are too, exceptions
 * that nobody caught, and answers of 500 and above. The list grows while the context lives.
 */
export function watchPages(context: BrowserContext): string[] {
  const problems: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => problems.push(`exception: ${error.error().stack ?? error.error().message}`));
  context.on("response", (response) => {
    if (response.status() >= 500) problems.push(`answer: ${response.status()} ${response.request().method()} ${response.url()}`);
  });
  return problems;
}

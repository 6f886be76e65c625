import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const given = process.env.CHROMIUM_PATH;
const withWindow = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const firstOf = (candidates: readonly (string | undefined)[]) => candidates.find((path) => path && existsSync(path));

/**
 * Playwright's own browser where it was downloaded, else the distribution's; `CHROMIUM_PATH` overrides both. The one without a window takes a
 * quarter less CPU than one that draws a window nobody sees.
 */
export function chromiumPath(): string | undefined {
  return firstOf([given, chromium.executablePath(), "/usr/bin/chromium-headless-shell", ...withWindow]);
}

/** A browser as people have it, with all that its window can show. */
export function windowedPath(): string | undefined {
  return firstOf([given, ...withWindow, chromium.executablePath()]);
}

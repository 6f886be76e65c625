import type { LaunchOptions } from "@playwright/test";
import { chromiumPath, windowedPath } from "./chromium.ts";

/** Letters of the same width on every machine; Chromium's sandbox does not start as root. */
const optionsOf = (path: string | undefined): LaunchOptions => ({
  headless: true,
  args: ["--font-render-hinting=none", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  ...(path === undefined ? {} : { executablePath: path }),
});

export const chromiumOptions = optionsOf(chromiumPath());
export const windowedOptions = optionsOf(windowedPath());

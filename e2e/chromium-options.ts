import type { LaunchOptions } from "@playwright/test";
import { chromiumPath } from "./chromium.ts";

const path = chromiumPath();

/** Letters of the same width on every machine; Chromium's sandbox does not start as root. */
export const chromiumOptions: LaunchOptions = {
  headless: true,
  args: ["--font-render-hinting=none", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  ...(path === undefined ? {} : { executablePath: path }),
};

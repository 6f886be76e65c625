import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame, Page } from "@playwright/test";
import { expect } from "./expect.ts";
import type axe from "axe-core";
import type { Result, RunOptions } from "axe-core";

type WithAxe = typeof globalThis & { axe?: typeof axe };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pagesWithAxe = new WeakSet<Page>();

const wcag22: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"] },
  // Everything that holds would be described and sent too.
  resultTypes: ["violations"],
  // No rule of these reads style sheets; to read them takes a quarter of a scan.
  preload: { assets: ["media"] },
  // Each document is scanned by itself.
  iframes: false,
};
const contrast: RunOptions = {
  runOnly: { type: "rule", values: ["color-contrast"] },
  resultTypes: ["violations"],
  preload: false,
  iframes: false,
};

/** Expects no violation of WCAG 2.2 AA in light, and none of contrast in dark, in the page and its frames. `inside` narrows it to a dialog. */
export async function expectAccessible(page: Page, what: string, inside?: string): Promise<void> {
  await bringAxe(page);
  await page.emulateMedia({ colorScheme: "light" });
  const parts = inside === undefined ? page.frames() : [page.mainFrame()];
  const light = await violations(parts, inside, wcag22);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(parts, inside, contrast);
  await page.emulateMedia({ colorScheme: "light" });
  const found = [...light.map((violation) => ({ theme: "light", violation })), ...dark.map((violation) => ({ theme: "dark", violation }))];
  const said = found.flatMap(({ theme, violation }) =>
    violation.nodes.map(
      (node) => `${what}, ${theme}: ${violation.id}: ${node.html.slice(0, 200)} ${node.failureSummary?.split("\n")[1] ?? ""}`,
    ),
  );
  expect.soft(said).toEqual([]);
}

/** Once for each page, whose later documents begin with it: to send and read it anew takes longer than a scan. */
async function bringAxe(page: Page): Promise<void> {
  if (pagesWithAxe.has(page)) return;
  pagesWithAxe.add(page);
  await page.addInitScript({ content: source });
  await page.evaluate(source);
}

/** Throws where `inside` is nowhere. */
async function violations(parts: readonly Frame[], inside: string | undefined, rules: RunOptions): Promise<Result[]> {
  const found: Result[] = [];
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- one scan at a time
    if (!(await part.evaluate(() => "axe" in globalThis))) await part.evaluate(source);
    found.push(
      // oxlint-disable-next-line no-await-in-loop -- one scan at a time
      ...(await part.evaluate(
        async ([within, options]) => {
          const results = await (globalThis as WithAxe).axe?.run(within ?? document, options);
          if (!results) throw new Error("The page was left while it was scanned.");
          return results.violations;
        },
        [inside, rules] as const,
      )),
    );
  }
  return found;
}

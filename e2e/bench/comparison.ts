import { createHash } from "node:crypto";
import { chromium, type Page } from "@playwright/test";
import { chromiumOptions } from "../chromium-options.ts";
import type { Report } from "./report.ts";
import { scrolled } from "./scrolled.ts";
import { key, type MeasuredService } from "./service.ts";

/** What comparing two revisions costs a browser: a bundle of 200 files of which half differ, and instructions of 10,000 lines. */
export async function measureComparison(report: Report, { origin }: MeasuredService, teamId: string): Promise<void> {
  const api = apiOf(origin, teamId);
  const bundle = await api.pair("Bundle", await api.bundle(1), await api.bundle(2));
  const text = (word: string) =>
    Array.from({ length: 10_000 }, (_, line) => `Line ${line}: keep the ${line % 50 === 7 ? word : "books"} in order.`).join("\n");
  const instructions = (input: string) => ({ version: "v1", data: { model: "scripted", input } });
  const long = await api.pair("Long", instructions(text("accounts")), instructions(text("ledgers")));

  const browser = await chromium.launch(chromiumOptions);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((k) => sessionStorage.setItem("caseload.key", k), key);
    const page = await context.newPage();
    const opened = await openComparison(page, `${origin}/t/${teamId}/agents/${bundle}?tab=revisions`, "Files of the program");
    report.add({ name: "comparison of 200 files open", figures: `${opened.toFixed(0)} ms`, target: "<= 300 ms", met: opened <= 300 });
    await openComparison(page, `${origin}/t/${teamId}/agents/${long}?tab=revisions`, "Instructions");
    await page.getByRole("button", { name: "Unchanged lines", exact: true }).click();
    const { longest, elements } = await scrolled(page.getByRole("group", { name: "All changes" }), "tr");
    report.add({
      name: "10,000 compared lines scrolled",
      figures: `longest task ${longest.toFixed(0)} ms, at most ${elements} rows drawn`,
      target: "<= 50 ms",
      met: longest <= 50,
    });
  } finally {
    await browser.close();
  }
}

/** From the click on the tab to the first part on screen; what the page needs before it is loaded already. */
async function openComparison(page: Page, agent: string, part: string): Promise<number> {
  await page.goto(agent);
  await page.getByRole("link", { name: "Changed" }).click();
  const tab = page.getByRole("tab", { name: /^Compare/ });
  await tab.waitFor();
  // Once for the code and the other revision, as somebody who has looked before.
  await tab.click();
  await page.getByRole("region", { name: part }).waitFor();
  await page.getByRole("tab", { name: "Configuration" }).click();
  const begun = performance.now();
  await tab.click();
  await page.getByRole("region", { name: part }).waitFor();
  return performance.now() - begun;
}

function apiOf(origin: string, teamId: string) {
  const send = async <T>(method: string, path: string, body: string, type = "application/json"): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": type };
    const answer = await fetch(origin + path, { method, headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    /** A program of 200 files; every other one depends on `version`. */
    async bundle(version: number): Promise<unknown> {
      const files = [];
      for (let file = 0; file < 200; file += 1) {
        const text = Array.from({ length: 60 }, (_, line) => `value_${line} = ${file * line + (file % 2) * version}\n`).join("");
        const sha256 = createHash("sha256").update(text).digest("hex");
        await send("PUT", `/v2/teams/${teamId}/code-blobs/${sha256}`, text, "application/octet-stream");
        files.push({ path: `part_${file}.py`, sha256, sizeBytes: text.length });
      }
      const source = { kind: "files", startCommand: "python part_0.py", bundle: { bucket: `team-${teamId}`, files } };
      return { version: "v1", data: { language: "python", source } };
    },
    /** An agent with these two revisions, the second a draft. Returns its id. */
    async pair(name: string, before: unknown, after: unknown): Promise<string> {
      const first = JSON.stringify({ name, build: { name: "First", config: before } });
      const { agent } = await send<{ agent: { id: string } }>("POST", `/v2/teams/${teamId}/agents`, first);
      await send("POST", `/v2/agents/${agent.id}/revisions`, JSON.stringify({ name: "Changed", config: after }));
      return agent.id;
    },
  };
}

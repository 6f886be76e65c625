import { chromium, type Page } from "@playwright/test";
import type { CaseJob } from "#contract/queues/case-jobs.ts";
import { chromiumOptions } from "../chromium-options.ts";
import { ask } from "./ask.ts";
import type { Workspace } from "./lists.ts";
import { measure } from "./load.ts";
import { describe, type Report } from "./report.ts";
import { scrolled } from "./scrolled.ts";
import { seedCases } from "./seed-cases.ts";
import { key, type MeasuredService } from "./service.ts";

const sizes = [10_000, 100_000] as const;
const searches = {
  "a common word": "supplier",
  "a rare word": "7e3b39",
  "two words": "supplier 39",
  "marks in every case": "INV-0",
  "marks in one case": "INV-000039",
};

/** Every filter of a queue's cases at two sizes, searches, changes of very many, and the table and the board of the larger queue in a browser. */
export async function measureCases(report: Report, service: MeasuredService, { teamId }: Workspace): Promise<void> {
  const smaller = new Map<string, number>();
  let queue = "";
  for (const size of sizes) {
    queue = (await ask<{ queue: { id: string } }>(service, `/v2/teams/${teamId}/queues`, { name: `Invoices, ${size}` })).queue.id;
    const label = await seedCases(service.db, queue, size);
    const filters = {
      all: {},
      status: { status: "failed" },
      "status and priority": { status: "pending", priority: "high" },
      since: { created_at_from: "2026-01-01T00:00:00.000Z" },
      "last changed": { sort_by: "updated_at" },
    };
    for (const [name, query] of Object.entries(filters)) {
      const url = `${service.origin}/v2/queues/${queue}/cases?${new URLSearchParams({ limit: "50", ...query })}`;
      add(`cases of ${size}: ${name}`, name, await measure(url, service.pid));
    }
    const body = { limit: 50, filters: { labels: { region: [label] }, status: ["pending"] } };
    add(
      `cases of ${size}: label and status`,
      "label",
      await measure(`${service.origin}/v2/queues/${queue}/cases/search`, service.pid, { body }),
    );
    for (const [name, search] of Object.entries(searches)) {
      const load = await measure(
        `${service.origin}/v2/queues/${queue}/cases?limit=50&search=${encodeURIComponent(search)}`,
        service.pid,
        {},
      );
      report.add({
        name: `cases of ${size}: search, ${name}`,
        figures: describe(load),
        target: "p99 < 100",
        met: load.failures === 0 && load.p99 < 100,
      });
    }
    for (const [name, search] of Object.entries({ "a word": "zebra", "a term with marks": "zeb-01" })) {
      const without = await measure(`${service.origin}/v2/queues/${queue}/cases?limit=50&search=${search}`, service.pid);
      const met = without.failures === 0 && without.cpuMs < 5;
      report.add({ name: `cases of ${size}: search for ${name} that no case has`, figures: describe(without), target: "< 5 CPU", met });
    }
    await searchAnew(report, service, queue, size);
  }
  await changeMany(report, service, queue);
  await changeByJob(report, service, queue);
  await scrollTable(report, `${service.origin}/t/${teamId}/queues/${queue}`);
  await scrollBoard(report, `${service.origin}/t/${teamId}/queues/${queue}?layout=board`);

  function add(name: string, kind: string, load: Awaited<ReturnType<typeof measure>>): void {
    const grown = load.cpuMs / (smaller.get(kind) ?? load.cpuMs);
    smaller.set(kind, load.cpuMs);
    const target = `p99 < 50${grown === 1 ? "" : ", CPU as before"}`;
    report.add({ name, figures: describe(load), target, met: load.failures === 0 && load.p99 < 50 && grown < 1.3 });
  }
}

/** What a search takes that nobody made before, for a term that every case has. */
async function searchAnew(report: Report, service: MeasuredService, queue: string, size: number): Promise<void> {
  for (const [name, terms] of Object.entries({
    "a word": ["s", "su", "sup", "supp", "suppl"],
    "a term with marks": ["INV-", "inv-0", "-0", "inv-00", "-00"],
  })) {
    const times: number[] = [];
    for (const term of terms) {
      const begun = performance.now();
      await ask(service, `/v2/queues/${queue}/cases?limit=50&search=${encodeURIComponent(term)}`);
      times.push(performance.now() - begun);
    }
    const longest = Math.max(...times);
    report.add({
      name: `cases of ${size}: first search for ${name}`,
      figures: `longest ${longest.toFixed(0)} ms`,
      target: "< 500 ms",
      met: longest < 500,
    });
  }
}

/** Ten thousand cases become another status in one request. */
async function changeMany(report: Report, service: MeasuredService, queue: string): Promise<void> {
  const body = { all_matching: true, filters: { status: ["failed"] }, status: "completed" };
  await beside(report, service, queue, "in one request", async () => {
    return (await ask<{ updatedCount: number }>(service, `/v2/queues/${queue}/cases/bulk-update-status`, body)).updatedCount;
  });
}

/** As many again, as a job. */
async function changeByJob(report: Report, service: MeasuredService, queue: string): Promise<void> {
  const jobs = `/v2/queues/${queue}/case-jobs`;
  const body = { all_matching: true, filters: { status: ["postponed"] }, act: { kind: "status", status: "completed" } };
  await beside(report, service, queue, "by a job", async () => {
    let { job } = await ask<{ job: CaseJob }>(service, jobs, body);
    while (job.status === "running") {
      await new Promise((wake) => setTimeout(wake, 50));
      ({ job } = await ask<{ job: CaseJob }>(service, `${jobs}/${job.id}`));
    }
    return job.counts.done;
  });
}

/** How long a change of many cases takes, and how long lists take beside it. */
async function beside(report: Report, service: MeasuredService, queue: string, how: string, change: () => Promise<number>): Promise<void> {
  const list = async () => {
    const begun = performance.now();
    await ask(service, `/v2/queues/${queue}/cases?limit=50&status=completed`);
    return performance.now() - begun;
  };
  const usual: number[] = [];
  while (usual.length < 200) usual.push(await list());
  let done = false;
  const begun = performance.now();
  const changing = change().finally(() => (done = true));
  const meanwhile: number[] = [];
  while (!done) meanwhile.push(await list());
  const changed = await changing;
  const seconds = (performance.now() - begun) / 1000;
  const [before, during] = [p95(usual), p95(meanwhile)];
  report.add({
    name: `status of ${changed} cases changed ${how}`,
    figures: `${seconds.toFixed(2)} s, lists beside it p95 ${during.toFixed(1)} ms, usually ${before.toFixed(1)} ms`,
    target: "10000 within 5 s, p95 under twice the usual",
    met: seconds <= (5 * changed) / 10_000 && during < 2 * before,
  });
}

function p95(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

async function scrollTable(report: Report, url: string): Promise<void> {
  await inBrowser(url, async (page, requests) => {
    const table = page.getByRole("table", { name: "Cases" });
    await table.getByRole("link").first().waitFor();
    // What scrolls around the table.
    const { longest, elements } = await scrolled(page.locator("[data-scroll-restoration-id]", { has: table }).first(), "*");
    addScrolled(report, "table", longest, elements, requests());
  });
}

async function scrollBoard(report: Report, url: string): Promise<void> {
  await inBrowser(url, async (page, requests) => {
    const column = page.locator("[data-scroll-restoration-id='board:completed']");
    await column.getByRole("link").first().waitFor();
    const { longest } = await scrolled(column, "li *");
    addScrolled(report, "board", longest, await page.locator("[data-column] *").count(), requests());
  });
}

function addScrolled(report: Report, name: string, longest: number, elements: number, requests: number): void {
  report.add({
    name: `${name} of 100000 cases scrolled`,
    figures: `longest task ${longest.toFixed(0)} ms, ${elements} elements, ${requests} requests`,
    target: "<= 50 ms, < 400 elements, < 300 requests",
    met: longest <= 50 && elements < 400 && requests < 300,
  });
}

async function inBrowser(url: string, work: (page: Page, requests: () => number) => Promise<void>): Promise<void> {
  const browser = await chromium.launch(chromiumOptions);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((k) => sessionStorage.setItem("caseload.key", k), key);
    const page = await context.newPage();
    let requests = 0;
    page.on("request", (request) => void (requests += request.url().includes("/v2/") ? 1 : 0));
    await page.goto(url);
    await work(page, () => requests);
  } finally {
    await browser.close();
  }
}

import type { Page } from "@playwright/test";
import { createCaseAttachmentUploadUrl, finalizeCaseAttachment } from "#contract/queues/case-attachments.ts";
import { startCaseJob } from "#contract/queues/case-jobs.ts";
import { createCaseView } from "#contract/queues/case-views.ts";
import { createCases } from "#contract/queues/cases.ts";
import { createQueueLabel } from "#contract/queues/labels.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { askAboutCase } from "../approval-work.ts";
import { expect, test } from "../fixtures.ts";
import { everyPayload, fewPayloads } from "../payloads.ts";
import { chooseFiles } from "../steps.ts";
import type { TeamWork } from "../team-work.ts";

/** In one case: its title, two texts of its data and the name of one of them, two labels, two files, and why it failed. */
const perCase = 10;

for (const [payloads, tag] of [
  [fewPayloads, "@few"],
  [everyPayload, "@long"],
] as const)
  test(
    `${payloads.length} texts that are made to run stay texts, wherever they are shown`,
    { tag },
    async ({ page, signIn, service, team }) => {
      test.setTimeout(Math.max(300_000, payloads.length * 1_500 + 30_000));
      const ran: string[] = [];
      await page.exposeFunction("ran", () => void ran.push(page.url()));
      page.on("dialog", (dialog) => {
        // The browser's own question, about text that is not sent, is none of theirs.
        if (dialog.type() !== "beforeunload") ran.push(dialog.message());
        void dialog.accept();
      });
      const work = await plant(team, payloads);
      await signIn(page, "queues", service);
      const base = page.url().replace(/\/queues$/, "");
      const seen = new Set<string>();
      const look = async (place: string, shows: string) => {
        await page.goto(`${base}/${place}`);
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible();
        await expectTextOnly(page, place);
        for (const payload of await payloadsOn(page, payloads)) seen.add(payload);
      };

      for (const each of work.cases) {
        await look(`queues/${work.queue}/cases/${each.id}`, each.file);
        await expect(page.getByRole("heading", { level: 1, name: asShown(each.title) })).toBeVisible();
      }
      const missed = payloads.filter((payload) => !seen.has(payload) && !seen.has(asFileName(payload)));
      expect(missed, "not shown on any page").toEqual([]);

      await look("queues", "Name");
      await look(`queues/${work.queue}`, "Status");
      await look(`queues/${work.queue}?layout=board`, "Pending");
      await look(`queues/${work.queue}?tab=labels`, "New label");
      await look(`queues/${work.queue}?tab=jobs`, "What");
      await look(`queues/${work.queue}?tab=settings`, "General");
      await look(`queues/${work.queue}/jobs/${work.job}`, "All");
      await look("inbox", "Done");
      await look(`runs/${work.waiting}`, "Waiting");
      await look(`runs/${work.said}`, "Completed");
      await look(`agents/${work.agent}`, "Runs");
      await look(`queues/${work.queue}/import`, "Drop a CSV here");
      const rows = payloads.slice(0, 25).map((payload) => `"${payload.replaceAll('"', '""')}","${payload.replaceAll('"', '""')}"`);
      await chooseFiles(page, () => page.getByText("Drop a CSV here").click(), [
        { name: asFileName(payloads[1] ?? ""), text: [`title,"${(payloads[2] ?? "").replaceAll('"', '""')}"`, ...rows].join("\n") },
      ]);
      await expect(page.getByText(`${rows.length} rows`).first()).toBeVisible();
      await expectTextOnly(page, "a preview of an import");
      expect(ran).toEqual([]);
    },
  );

async function expectTextOnly(page: Page, place: string): Promise<void> {
  const planted = await page.evaluate(() => {
    const handlers = [...document.querySelectorAll("*")].filter(({ attributes }) =>
      [...attributes].some(({ name }) => name.startsWith("on")),
    );
    const known = document.querySelectorAll(
      "[data-planted], base, [href^='javascript' i], [action^='javascript' i], [data^='javascript' i]",
    );
    return [...handlers, ...known].map((element) => element.outerHTML.slice(0, 200));
  });
  expect(planted, place).toEqual([]);
}

/** Texts of the page, and of its fields, that are one of the payloads. */
function payloadsOn(page: Page, payloads: readonly string[]): Promise<string[]> {
  const wanted = [...payloads, ...payloads.map(asFileName)];
  return page.evaluate((all) => {
    const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();
    const whole = flat(document.body.textContent ?? "");
    return all.filter((payload) => whole.includes(flat(payload)));
  }, wanted);
}

/** White space of a heading is one blank for who looks it up by its name. */
const asShown = (text: string) => text.replaceAll(/\s+/g, " ").trim();
const asFileName = (payload: string) => payload.replaceAll(/[/\\\n]/g, "");

interface Planted {
  readonly queue: string;
  /** With the file that is listed last. */
  readonly cases: readonly { readonly id: string; readonly title: string; readonly file: string }[];
  readonly job: string;
  /** A run that asks by them, and one that says them. */
  readonly waiting: string;
  readonly said: string;
  readonly agent: string;
}

async function plant(team: TeamWork, payloads: readonly string[]): Promise<Planted> {
  const [first = "", second = "", third = "", fourth = ""] = payloads;
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: first, description: second } });
  const params = { queue_id: queue.id };
  await team.call(createCaseView, {
    params,
    body: { name: third, scope: "team", search: "" },
  });
  await team.call(createQueueLabel, { params, body: { key: fourth, value: third } });
  const cases = [];
  for (let at = 0; at < payloads.length; at += perCase) {
    const [title = first, one = "", two = "", name = "", ...rest] = payloads.slice(at, at + perCase);
    const [key = "", value = "", other = "", file = "", otherFile = "", last = ""] = rest;
    const labels = [{ key: key.trim() === "" ? "none" : key, value: value || "none" }, { value: other || "none" }];
    const data = JSON.stringify({ text: one, [name || "name"]: { list: [two, last] } });
    const { added_cases } = await team.call(createCases, { params, body: { case: { title, data, labels } } });
    const id = added_cases[0]?.id ?? "";
    const files = [file, otherFile].filter((each) => each !== "").map(asFileName);
    for (const filename of files) await attach(team, queue.id, id, filename);
    cases.push({ id, title, file: files.at(-1) ?? "Attachments" });
  }
  const act = { kind: "priority", priority: "high" } as const;
  const { job } = await team.call(startCaseJob, { params, body: { act, all_matching: true } });
  const asked = await askAboutCase(
    team,
    [first, second, third].map((prompt) => ({ prompt })),
  );
  const talker = await team.createAgent(fourth, `say ${payloads.map((payload) => payload.replaceAll("\n", " ")).join(" ")}`);
  const said = await team.runUntil(talker, "completed", third);
  return { queue: queue.id, cases, job: job.id, waiting: asked.run, said: said.id, agent: talker.id };
}

async function attach(team: TeamWork, queue_id: string, case_id: string, filename: string): Promise<void> {
  const body = { filename, mime_type: "text/html", size_bytes: 24 };
  const { attachment_id, upload_url, content_type } = await team.call(createCaseAttachmentUploadUrl, {
    params: { queue_id, case_id },
    body,
  });
  const answer = await fetch(upload_url, { method: "PUT", headers: { "content-type": content_type }, body: "<script>ran()</script>  " });
  expect(answer.status, filename).toBeLessThan(300);
  await team.call(finalizeCaseAttachment, { params: { queue_id, case_id, attachment_id } });
}

import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { captureFile } from "../clarity-work.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";
import { letters, pagesOf } from "../printed.ts";
import type { TeamWork } from "../team-work.ts";

const handbook = [
  "start: invoice received",
  "1. AP clerk: record invoice in Ledger",
  "2. AP clerk: match to order in Ledger",
  "3. Budget owner: approve invoice",
  "4. Treasury: pay invoice in Bank",
  "end: invoice paid",
];
const [start = "", record = "", match = "", approve = "", pay = "", end = ""] = handbook;

async function processFrom(team: TeamWork, captures: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const { process } = await team.call(createClarityProcess, {
    params: { teamId: team.teamId },
    body: { name: "Pay a supplier’s invoice" },
  });
  for (const [name, lines] of Object.entries(captures)) await captureFile(team, process.id, name, lines.join("\n"));
  return process.id;
}

test("a version is printed with its evidence: black on white from a dark console, on both papers", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  // Two files tell the same: the same file twice would be one witness.
  const captures = { "handbook.txt": handbook, "clerk.txt": [start, record, approve, match, pay, end], "treasury.txt": [...handbook, ""] };
  const id = await processFrom(ownTeam, captures);
  await signIn(page, `clarity/processes/${id}`, ownService);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(page.getByText("Version 1, draft")).toBeVisible();

  await test.step("it is reached by keyboard, and fits a desk and a phone", async () => {
    await page.getByRole("button", { name: "Export" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "BPMN 2.0" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(page.getByRole("menuitem", { name: "SAP Signavio" })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("menuitem", { name: "Print" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/versions\/[^/]+\/print$/);
    await expect(page.getByRole("region", { name: "Evidence", exact: true })).toContainText("“1. AP clerk: record invoice in Ledger”");
    await expectAccessible(page, "a version to print");
    await page.setViewportSize({ width: 360, height: 740 });
    await expectFits(page, "a version to print on a phone");
    await page.setViewportSize({ width: 1440, height: 900 });
    const prints = page.evaluate(() => new Promise((done) => addEventListener("beforeprint", () => done(true), { once: true })));
    await page.getByRole("button", { name: "Print" }).press("Enter");
    expect(await prints).toBe(true);
  });

  await test.step("paper says what the version says, and who said so where", async () => {
    await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
    for (const [format, long, short] of [
      ["A4", 842, 595],
      ["Letter", 792, 612],
    ] as const) {
      const pages = await pagesOf(await page.pdf({ format }));
      expect(pages.map(({ width, height }) => [Math.floor(width), Math.floor(height)])).toEqual(pages.map(() => [long, short]));
      expect(pages).toHaveLength(3);
      for (const [i, { text }] of pages.entries()) expect(text).toContain(letters(`page ${i + 1} of ${pages.length}`));
      const text = pages.map((each) => each.text).join("");
      for (const words of [
        "Pay a supplier’s invoice, version 1 · ",
        "Version 1, draft, generated",
        "From 3 captures: handbook.txt, clerk.txt, treasury.txt.",
        "2 Record invoice user task",
        "5 Pay invoice user task",
        `“${match}” handbook.txt, line 3 `,
        `“${match}” clerk.txt, line 4 `,
        "Is “Match to order” done before “Approve invoice”, or after?",
        "The captures contradict each other. Before, as it is drawn: 4 quotes",
      ])
        expect.soft(text, format).toContain(letters(words));
      expect(text).not.toContain("Export");
    }
  });

  await test.step("it is black on white", async () => {
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const colors = await page.evaluate(() => {
      const of = (element: Element) => getComputedStyle(element);
      const paper = document.querySelector("article");
      return paper && [of(document.documentElement).backgroundColor, of(paper).backgroundColor, of(paper).color];
    });
    expect(colors).toEqual(["oklch(1 0 0)", "oklch(1 0 0)", "oklch(0.225 0.012 270)"]);
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  });
});

const doers = ["AP clerk", "Budget owner", "Treasury"];
const work = ["record", "match", "approve", "book", "pay", "file", "check"];
const objects = ["invoice", "order", "receipt", "payment", "reminder", "statement", "credit"];
const tasks = Array.from({ length: 48 }, (_, i) => ({
  doer: doers[i % 3] ?? "",
  title: `${work[i % 7]} ${objects[Math.floor(i / 7)]}`,
}));
const long = [start, ...tasks.map(({ doer, title }, i) => `${i + 1}. ${doer}: ${title} in Ledger`), end];

test("a drawing of 50 steps is on several sheets, each with its lanes, and each step and quote is printed", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const id = await processFrom(ownTeam, { "handbook.txt": long });
  await signIn(page, `clarity/processes/${id}`, ownService);
  await page.getByRole("button", { name: "Generate" }).click();
  await expect(page.getByText("draft · 50 steps")).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Print" }).click();
  await expect(page.getByRole("row")).toHaveCount(51);
  const pages = await pagesOf(await page.pdf({ format: "A4" }));
  const parts = pages.filter(({ text }) => /Part\dof\d/.test(text));
  expect(parts.length).toBeGreaterThan(2);
  for (const { text } of parts) for (const doer of doers) expect(text).toContain(letters(doer));
  // A row is whole on its page.
  for (const [i, { doer, title }] of tasks.entries()) {
    const said = `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
    const row = `${i + 2} ${said} user task ${doer}: ${said} in Ledger. ${doer} Ledger ${i + 3} ${i + 2} one witness`;
    expect(pages.filter(({ text }) => text.includes(letters(row)))).toHaveLength(1);
  }
  const text = pages.map((each) => each.text).join("");
  for (const [i, line] of long.entries()) expect(text).toContain(letters(`“${line}” handbook.txt, line ${i + 1}`));
});

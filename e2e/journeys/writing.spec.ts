import type { Locator, Page } from "@playwright/test";
import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { expect, test } from "../fixtures.ts";

test("Enter that takes a composed word takes no option, sends no form and closes no dialog", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Composed" } });
  const params = { queue_id: queue.id };
  const { added_cases } = await team.call(createCases, {
    params,
    body: { cases: [{ title: "Letter", labels: [{ value: "至急" }] }, { title: "Other" }] },
  });
  await signIn(page, `queues/${queue.id}/cases/${added_cases[1]?.id ?? ""}`);
  const labels = page.getByRole("combobox", { name: "Add a label" });
  await labels.click();
  await expect(page.getByRole("option", { name: "至急" })).toBeVisible();
  await compose(page, "至");
  for (const key of ["Enter", "Escape"]) await pressComposing(page, key);
  await expect(labels).toHaveValue("至");
  await keep(page, "至");
  await expect(page.getByRole("option", { name: "至急" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Remove.*至急/ })).toBeVisible();

  await page.goto(page.url().replace(/\/cases\/.*/, ""));
  await page.getByRole("button", { name: "New case" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Title").click();
  await compose(page, "東京");
  for (const key of ["Enter", "Escape"]) await pressComposing(page, key);
  await expect(dialog.getByLabel("Title")).toHaveValue("東京");
});

test("Arabic and Hebrew run from the right, in headings, texts and fields", async ({ page, signIn, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Directions" } });
  const title = "مرحبا بالعالم!";
  const body = { cases: [{ title, data: `${title}\nPlain English, still from the left.` }] };
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body });
  await signIn(page, `queues/${queue.id}/cases/${added_cases[0]?.id ?? ""}`);
  const heading = page.getByRole("heading", { level: 1, name: title });
  await expect.poll(() => endsAtLeft(heading)).toBe(true);
  await expect.poll(() => endsAtLeft(page.getByRole("region", { name: "Data" }).getByText(title))).toBe(true);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const field = page.getByRole("dialog").getByLabel("Title");
  await expect(field).toHaveValue(title);
  expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe("rtl");
});

async function compose(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.imeSetComposition", { text, selectionStart: text.length, selectionEnd: text.length });
}

/** Ends the composition with a word. */
async function keep(page: Page, text: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Input.insertText", { text });
}

/** As a keyboard sends it while the word is open. */
async function pressComposing(page: Page, key: string): Promise<void> {
  await page.evaluate((name) => {
    const event = new KeyboardEvent("keydown", { key: name, keyCode: 229, isComposing: true, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, key);
}

/** Whether the mark that ends the first line is left of the letter that begins it. */
function endsAtLeft(text: Locator): Promise<boolean> {
  return text.first().evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const node = walker.nextNode() as Text;
    const placeOf = (at: number) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    return placeOf(node.data.indexOf("!")) < placeOf(0);
  });
}

import { test } from "@playwright/test";
import { broke } from "#server/dashboards/drawing/broke.cases.ts";
import { drawDocument } from "#server/dashboards/drawing/document.ts";
import { extremes } from "#server/dashboards/drawing/extremes.cases.ts";
import { flow } from "#server/dashboards/drawing/flow.cases.ts";
import type { Sample } from "#server/dashboards/drawing/samples.cases.ts";
import { work } from "#server/dashboards/drawing/work.cases.ts";
import { expectAccessible } from "./axe.ts";
import { expect } from "./expect.ts";

const links = ({ list }: { list: string }) => `https://caseload.example/t/1/${list}`;
const drawn = ({ page, answers }: Sample) =>
  drawDocument(page, answers, { theme: "both", locale: "en", links, today: answers.as_of, about: "Accounts payable" });

const { empty, one, oneWork, many, names } = extremes();
const samples = { broke: broke(), flow: flow(), work: work(), empty, one, oneWork, names };

for (const [name, sample] of Object.entries(samples)) {
  test(`the dashboard ${name} is accessible and as wide as its window`, async ({ page }) => {
    for (const width of [1440, 860, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.setContent(drawn(sample));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await expectAccessible(page, `${name} at ${width}`);
    }
  });
}

test("a chart opens as a table by keyboard, in place of the chart", async ({ page }) => {
  await page.setContent(drawn(samples.broke));
  const block = page.locator("[data-block=backlog]");
  await block.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(block.getByRole("row")).toHaveCount(33);
  await expect(block.locator(".plot")).toBeHidden();
  await expectAccessible(page, "a chart as a table");
});

test("what is drawn of 5,000 rows is as wide as its window too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.setContent(drawn(many));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

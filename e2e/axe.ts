import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const wcag22 = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

/** Expects no violation of WCAG 2.2 AA in light, and none of contrast in dark. `inside` narrows it to a dialog. */
export async function expectAccessible(page: Page, what: string, inside?: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await scan(page, inside).withTags(wcag22).analyze();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await scan(page, inside).withRules(["color-contrast"]).analyze();
  await page.emulateMedia({ colorScheme: "light" });
  const found = [
    ...light.violations.map((violation) => ({ theme: "light", violation })),
    ...dark.violations.map((violation) => ({ theme: "dark", violation })),
  ];
  const said = found.flatMap(({ theme, violation }) =>
    violation.nodes.map(
      (node) => `${what}, ${theme}: ${violation.id}: ${node.html.slice(0, 200)} ${node.failureSummary?.split("\n")[1] ?? ""}`,
    ),
  );
  expect.soft(said).toEqual([]);
}

function scan(page: Page, inside: string | undefined): AxeBuilder {
  // The other mode opens a further page for every scan, for frames of other origins. There are none.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  return inside === undefined ? builder : builder.include(inside);
}

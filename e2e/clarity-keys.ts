import type { Page } from "@playwright/test";
import { listHumanRequests, respondToHumanRequest } from "#contract/runs/human-requests.ts";
import { expect } from "./expect.ts";
import { tabTo } from "./steps.ts";
import type { TeamWork } from "./team-work.ts";

/** Tabs to a button and presses it. */
export const press = async (page: Page, name: string, within = page.locator("body")) => {
  await tabTo(page, within.getByRole("button", { name, exact: true }));
  await page.keyboard.press("Enter");
};
/** The tab that is shown has the focus once the row is reached; arrows lead to the others. */
export const tab = async (page: Page, name: string) => {
  await tabTo(page, page.getByRole("tab", { selected: true }).last());
  while (!(await page.getByRole("tab", { name, selected: true }).isVisible())) await page.keyboard.press("ArrowRight");
};
export const follow = async (page: Page, name: string | RegExp) => {
  await tabTo(page, page.getByRole("link", { name }).first());
  await page.keyboard.press("Enter");
};

/** Types a figure of a promise and confirms it. */
export const confirmFigure = async (page: Page, name: string, typed: string) => {
  const form = page.getByRole("form", { name });
  await tabTo(page, form.getByRole("textbox"));
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(typed);
  await tabTo(page, form.getByRole("checkbox"));
  await page.keyboard.press("Space");
};

/** Whatever runs ask is answered by the owner, until all cases have ended. */
export async function answerAll(team: TeamWork, done: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        const { human_requests } = await team.call(listHumanRequests, { params: { teamId: team.teamId }, query: {} });
        for (const { run_id, id, questions } of human_requests) {
          const answers = Object.fromEntries((questions ?? []).map(({ question }) => [question, "Done"]));
          await team.call(respondToHumanRequest, { params: { run_id, request_id: id }, body: { answers } });
        }
        return done();
      },
      { intervals: [250] },
    )
    .toBe(true);
}

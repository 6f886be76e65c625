import { assignClarityExtraCaptureRequest } from "#contract/clarity/extra-captures.ts";
import { getClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { follow, press } from "../clarity-keys.ts";
import { draftOfProcess } from "../clarity-work.ts";
import { expect, test } from "../fixtures.ts";
import { joinTeam, openAs } from "../people.ts";
import { tabTo } from "../steps.ts";

const before = Array.from({ length: 12 }, (_, at) => `${at + 2}. AP clerk: check page ${at + 1} in Ledger`);
const told = ["1. AP clerk: record invoice in Ledger", ...before, "14. AP clerk: send payment notice"].join("\n");

test("a Clarity Member finds what they are asked, sees how it is done today, answers, and is led to nothing else", async ({
  page,
  ownService,
  ownTeam,
}) => {
  const { teamId } = ownTeam;
  const { processId } = await draftOfProcess(ownTeam, "Pay a supplier", { "handbook.md": told });
  const clerk = await joinTeam(ownService, teamId, "Clerk", "team:clarity-member");
  const { transformation_proposal_versions: proposals } = await ownTeam.call(getClarityProcess, {
    params: { process_id: processId },
    query: {},
  });
  const request = proposals[0]?.extra_capture_requests?.find(({ gap }) => gap.includes("Send payment notice"));
  const params = { process_id: processId, transformation_proposal_id: proposals[0]?.id ?? "", request_id: request?.id ?? "" };
  await ownTeam.call(assignClarityExtraCaptureRequest, { params, body: { user_id: clerk.id } });

  await openAs(page, ownService, clerk, `/t/${teamId}/home`);
  await expect(page).toHaveURL(/clarity$/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link")).toHaveText(["Clarity"]);
  await expectAccessible(page, "what a Clarity Member is asked");
  await page.setViewportSize({ width: 360, height: 740 });
  await follow(page, /Send payment notice/);
  await expect(page.getByRole("list", { name: "How it is done today" })).toContainText("Record invoice");
  await expect(page.getByRole("article").getByRole("button", { name: "Answer" })).toBeInViewport();
  await expectAccessible(page, "a process that a Clarity Member is asked about");
  await press(page, "Answer", page.getByRole("article"));
  await tabTo(page, page.getByRole("textbox").first());
  await page.keyboard.type("1. AP clerk: send payment notice in Mail");
  await press(page, "Send answer");
  await tabTo(page, page.getByRole("button", { name: /^Finish/ }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByText("1. AP clerk: send payment notice in Mail").first()).toBeVisible();
  await follow(page, "Pay a supplier");
  await expect(page.getByRole("article").getByText("Answered")).toBeVisible();
  await follow(page, "Asked of you");
  await expect(page.getByText("Nothing is asked of you")).toBeVisible();
});

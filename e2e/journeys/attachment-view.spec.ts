import { createCases } from "#contract/queues/cases.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { windowedOptions } from "../chromium-options.ts";
import { expect, test } from "../fixtures.ts";
import { chooseFiles } from "../steps.ts";

// Only the browser with a window shows a PDF.
test.use({ launchOptions: windowedOptions });

const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==", "base64");
const letter = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 46>>stream
BT /F1 24 Tf 40 220 Td (Order of 12 monitors) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

test("pictures and PDF are looked at on the page of the case", async ({ page, signIn, service, team }) => {
  const { queue } = await team.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Scans to look at" } });
  const { added_cases } = await team.call(createCases, { params: { queue_id: queue.id }, body: { case: { title: "An order" } } });
  await signIn(page, `queues/${queue.id}/cases/${added_cases[0]?.id}`, service);
  const section = page.getByRole("region", { name: "Attachments" });
  await chooseFiles(page, () => section.getByText("Drop files here").click(), [
    { name: "stamp.png", text: pixel, type: "image/png" },
    { name: "torn.png", text: "no picture", type: "image/png" },
    { name: "order.pdf", text: letter, type: "application/pdf" },
  ]);
  await section.getByRole("button", { name: "Show stamp.png" }).click();
  const picture = section.getByRole("img", { name: "stamp.png" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(1);
  await section.getByRole("button", { name: "Show torn.png" }).click();
  await expect(section).toContainText("The browser cannot show this picture.");
  await section.getByRole("button", { name: "Hide torn.png" }).click();

  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/_files/")),
    section.getByRole("button", { name: "Show order.pdf" }).click(),
  ]);
  expect(answer.status()).toBe(200);
  await expect(section.getByTitle("order.pdf", { exact: true }).last()).toBeVisible();
  await expect(section.getByRole("link", { name: "Open it in a new tab" })).toBeVisible();
  await section.getByRole("button", { name: "Hide order.pdf" }).click();
  await expect(section.getByRole("link", { name: "Open it in a new tab" })).toHaveCount(0);
});

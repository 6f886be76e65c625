import { createClarityProcess } from "#contract/clarity/processes.ts";
import { expectAccessible } from "../axe.ts";
import { expectFits } from "../fits.ts";
import { expect, test } from "../fixtures.ts";

/** So many seconds of silence. */
function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(8_000 * seconds, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const cues = [
  ["00:00:05.000", "start: invoice received"],
  ["00:00:20.000", "1. AP clerk: record invoice in Ledger"],
  ["00:01:10.000", "2. Treasury: pay invoice in Bank"],
  ["00:01:20.000", "end: invoice paid"],
];
const srt = cues.map(([at, line], i) => `${i + 1}\n${at} --> ${at}\n${line}\n`).join("\n");

test("a recording is added with its transcript, and the evidence of a step plays its second", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { process } = await ownTeam.call(createClarityProcess, { params: { teamId: ownTeam.teamId }, body: { name: "Pay" } });
  await signIn(page, `clarity/processes/${process.id}`, ownService);
  await page.getByRole("button", { name: "Add document" }).click();
  const dialog = page.getByRole("dialog");
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

  await test.step("without a transcript it waits for one", async () => {
    await dialog.locator("input[type=file]").setInputFiles(file("friday.wav", wav(90)));
    const waiting = dialog.getByRole("list", { name: "Recordings without a transcript" });
    await expect(waiting.getByText("friday.wav")).toBeVisible();
    await expect(waiting.getByText("this installation has no model that listens to recordings")).toBeVisible();
    await expectAccessible(page, "a recording that waits for its transcript");
    await expectFits(page, "a recording that waits for its transcript");
    await waiting.locator("input[type=file]").setInputFiles(file("words.srt", Buffer.from(srt)));
    await expect(page.getByText("friday.wav added")).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step("a place in the panel plays there", async () => {
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByRole("application").focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press("ArrowRight");
    const facts = page.getByRole("complementary");
    await expect(facts.getByRole("heading", { name: "Pay invoice" })).toBeVisible();
    await facts.getByRole("link", { name: "1:10" }).click();
    const player = page.locator("audio");
    await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.currentTime)).toBeGreaterThanOrEqual(70);
    await expect(page.locator("[aria-current=location]")).toContainText("pay invoice in Bank");
    await expectAccessible(page, "a recording");
  });

  await test.step("another cue seeks, the same one again too, and Escape returns to the step", async () => {
    const player = page.locator("audio");
    const isNear = (second: number) =>
      expect
        .poll(() => player.evaluate((media: HTMLMediaElement, at) => media.currentTime >= at && media.currentTime < at + 30, second))
        .toBe(true);
    await page.getByRole("link", { name: "0:20" }).click();
    await isNear(20);
    await player.evaluate((media: HTMLMediaElement) => void (media.currentTime = 80));
    await page.getByRole("link", { name: "0:20" }).click();
    await isNear(20);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("complementary").getByRole("heading", { name: "Pay invoice" })).toBeVisible();
  });
});

import { listApiKeys } from "#contract/teams/api-keys.ts";
import { finishDeviceLogin, startDeviceLogin } from "#contract/teams/device-logins.ts";
import { expectAccessible } from "../axe.ts";
import { expect, signedOutAnswer, test } from "../fixtures.ts";
import { owner } from "../service.ts";

test("a person signs a command line in by its code, from a window where nobody is signed in", async ({
  page,
  ownService,
  ownTeam,
  allow,
}) => {
  allow(signedOutAnswer, /status of 409/);
  const asked = await ownTeam.call(startDeviceLogin, { body: { program: "Command line", machine: "build-server" } });
  await page.goto(asked.verification_uri_complete);
  await page.getByLabel("Email address").fill(ownService.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Sign in" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Sign in the command line?" })).toBeVisible();
  await expect(page.getByText(asked.user_code)).toBeVisible();
  await expect(page.getByText(/^build-server, at /)).toBeVisible();
  await expectAccessible(page, "a command line that asks for a key");
  await page.getByLabel("Read only").press("Space");
  await page.getByRole("button", { name: "Sign it in" }).press("Enter");
  await expect(page.getByRole("heading", { name: "The command line is signed in" })).toBeVisible();
  const { key, reads_only } = await ownTeam.call(finishDeviceLogin, { body: { device_code: asked.device_code } });
  expect([key.slice(0, 3), reads_only]).toEqual(["ck_", true]);
  const { api_keys } = await ownTeam.call(listApiKeys, {});
  expect(api_keys.map(({ name }) => name)).toContain("Command line on build-server");

  const second = await ownTeam.call(startDeviceLogin, { body: { program: "Command line" } });
  await page.goto(`${ownService.url}/device`);
  await page.getByLabel("Code").fill("BCDF-GHJK");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "This code is wrong" })).toBeVisible();
  await page.getByLabel("Code").fill(second.user_code.toLowerCase());
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await page.getByRole("button", { name: "Decline" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Declined" })).toBeVisible();
});

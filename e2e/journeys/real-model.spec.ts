import { type ModelServer, startModelServer } from "#server/testing/model-server.ts";
import { compatible } from "#server/testing/wire-dialects.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test as base } from "../fixtures.ts";
import { stateOf } from "../steps.ts";

const test = base.extend<{ provider: ModelServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures off the pattern
  provider: async ({}, use) => {
    const provider = await startModelServer();
    provider.lists([
      { id: "gemma3", created: 1 },
      { id: compatible.model, created: 2 },
      { id: `${compatible.model}-mini`, created: 3 },
    ]);
    await use(provider);
    await provider.close();
  },
  ownSettings: async ({ provider }, use) => use({ MODEL_BASE_URL: `${provider.url}/v1` }),
});

test("the first agent with a real model is offered the provider's models, and instructions that a model can follow", async ({
  page,
  signIn,
  ownService,
  provider,
}) => {
  provider.on("Do what the message asks", [{ body: [...compatible.text("All twelve are paid."), ...compatible.end()] }]);
  await signIn(page, "agents/new", ownService);
  const model = page.getByRole("combobox", { name: "Model" });
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  await expect(model).toHaveValue("");
  await expect(instructions).toContainText("Do what the message asks");
  await expect(instructions).not.toContainText("practice model");

  await model.click();
  const { host } = new URL(provider.url);
  const options = page.getByRole("listbox").getByRole("option");
  await expect(options).toHaveText([`${compatible.model}-mini${host}`, `${compatible.model}${host}`, `gemma3${host}`, /^scripted/]);
  await expectAccessible(page, "the models of a provider");

  // Instructions that nobody has written follow the model, in both directions.
  await options.filter({ hasText: "scripted" }).click();
  await expect(instructions).toContainText("As a practice model I only run the steps");
  await model.fill("no-such-model");
  await model.press("Enter");
  await expect(instructions).toContainText("Do what the message asks");
  await expect(model).toHaveAccessibleDescription("No provider lists this model. Check the name.");
  // A whole name is meant, also where it begins a longer one.
  await model.fill(compatible.model);
  await model.press("Enter");
  await expect(model).toHaveValue(compatible.model);
  await expect(model).toHaveAccessibleDescription("Choose one, or enter any model name of the provider.");

  await page.getByLabel("Name").fill("Invoice reader");
  await page.getByRole("button", { name: "Create agent" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Invoice reader" })).toBeVisible();
  await page.getByRole("button", { name: "Start run" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Message").fill("Which invoices of May are paid?");
  await dialog.getByRole("button", { name: "Start run" }).click();
  await expect(stateOf(page)).toHaveText("Completed");
  await expect(page.getByRole("feed", { name: "Messages" })).toContainText("All twelve are paid.");
});

test("instructions that a person wrote stay as they are, whichever model is chosen", async ({ page, signIn, ownService }) => {
  await signIn(page, "agents/new", ownService);
  const model = page.getByRole("combobox", { name: "Model" });
  const instructions = page.getByRole("textbox", { name: "Instructions" });
  await instructions.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("Read the invoices.");
  for (const name of ["scripted", "gemma3"]) {
    await model.click();
    await page.getByRole("option", { name }).click();
    await expect(instructions).toHaveText("Read the invoices.");
  }
});

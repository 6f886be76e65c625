import { listAgentRevisions } from "#contract/agents/revisions.ts";
import { expect, test } from "../fixtures.ts";
import { letters, pagesOf } from "../printed.ts";
import { notices } from "../steps.ts";

const password = "w4-Very/secret+words";
const seed = "JBSWY3DPEHPK3PXP";

test("a login is kept, changed without being shown, attached and deleted with what uses it", async ({
  page,
  signIn,
  ownService,
  ownTeam,
}) => {
  const agent = await ownTeam.createAgent("Bookings clerk", "say Hello");
  await signIn(page, "logins", ownService);
  await page.getByRole("button", { name: "New login" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain").fill(" ");
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(dialog.getByLabel("Domain")).toHaveAccessibleDescription(/Enter a domain/);
  await expect(dialog.getByLabel("Domain")).toBeFocused();
  await dialog.getByLabel("Domain").fill("https://Booking.example.com/sign-in?next=%2F");
  await dialog.getByLabel("User name").fill("clerk");
  await dialog.getByLabel("TOTP key").fill("123456");
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(dialog.getByLabel("TOTP key")).toHaveAccessibleDescription(/Use the key that the website shows/);
  await dialog.getByLabel("TOTP key").fill("");
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/a password, a TOTP key or both/);
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(notices(page)).toContainText("clerk at booking.example.com saved");
  await expect(dialog).toBeHidden();

  // The search box comes with the first login.
  const table = page.getByRole("table", { name: "Logins" });
  await expect(table.getByRole("link", { name: "booking.example.com" })).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("elsewhere");
  await expect(page.getByRole("heading", { name: "No matching logins" })).toBeVisible();
  await page.getByRole("searchbox", { name: "Search logins" }).fill("CLERK");
  await expect(page).toHaveURL(/search=CLERK/);
  await table.getByRole("link", { name: "booking.example.com" }).click();
  await expect(dialog).toContainText("No revision uses it.");
  await expect(dialog).toContainText("No sign-in by a run is known.");
  await expect(dialog.getByLabel("Password", { exact: true })).toHaveValue("");
  expect(await page.content()).not.toContain(password);
  await dialog.getByLabel("TOTP key").fill(seed);
  await dialog.getByLabel("Remove the password").check();
  await dialog.getByRole("button", { name: "Save login" }).click();
  await expect(dialog).toBeHidden();
  await expect(table.getByRole("cell", { name: "Code", exact: true })).toBeVisible();

  const { builds } = await ownTeam.call(listAgentRevisions, { params: { agent_id: agent.id }, query: {} });
  const revision = `${ownService.url}/t/${ownTeam.teamId}/agents/${agent.id}/revisions/${builds[0]?.id}`;
  await page.goto(`${revision}?tab=logins`);
  await page.getByLabel("Attach a login").fill("booking");
  await page.getByRole("option", { name: /booking.example.com/ }).click();
  const attached = page.getByRole("list", { name: "Attached logins" });
  await expect(attached).toContainText("clerk");
  await attached.getByRole("button", { name: "Detach booking.example.com" }).click();
  await expect(page.getByText("No logins are attached")).toBeVisible();
  await notices(page).getByRole("button", { name: "Undo" }).click();
  await expect(attached).toContainText("booking.example.com");
  await page.goto(`${revision}/access`);
  await expect(page.getByRole("region", { name: "Logins" })).toContainText("signs in as clerk");
  // Paper says whose it is, when it was printed, and which revision exactly.
  const [paper, ...further] = await pagesOf(await page.pdf({ format: "A4" }));
  expect(further).toEqual([]);
  for (const words of [
    "Bookings clerk, revision 1",
    builds[0]?.id ?? "",
    "signs in as clerk",
    "Main · example.com",
    "Printed",
    "page 1 of 1",
  ])
    expect.soft(paper?.text).toContain(letters(words));

  await page.goto(`${ownService.url}/t/${ownTeam.teamId}/logins`);
  await expect(table.getByRole("row", { name: /booking\.example\.com/ }).getByRole("cell", { name: "1 live agent" })).toBeVisible();
  await table.getByRole("link", { name: "booking.example.com" }).click();
  await dialog.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: "Delete this login?" });
  await expect(question.getByRole("list", { name: "Stops working" })).toContainText("live revision: Bookings clerk");
  await question.getByRole("textbox").fill("booking.example.com");
  await question.getByRole("button", { name: "Delete login" }).click();
  await expect(page.getByRole("heading", { name: "No logins yet" })).toBeVisible();
});

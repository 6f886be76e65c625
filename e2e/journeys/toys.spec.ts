import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { setListColumns } from "#contract/teams/list-columns.ts";
import { createToy, renameToy } from "#server/testing/toys/toys.contract.ts";
import { beginnings } from "../begun.ts";
import { expect, test } from "../fixtures.ts";
import { type Service, startService, withOwner } from "../service.ts";
import { workInTeam } from "../team-work.ts";

const root = join(import.meta.dirname, "../..");

/** The service and the console with an area that they do not have: built and started from the folders of its own. */
let service: Service;
test.beforeAll(async () => {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const config = join(root, "e2e/toys/vite.config.ts");
  await promisify(execFile)(process.execPath, [vite, "build", "--config", config, "--logLevel", "error"], { cwd: root });
  service = await startService(withOwner, beginnings().owned, "e2e/toys/service.ts");
});
test.afterAll(() => service.stop());

test("an area from a folder of its own has a list like every other", async ({ page, signIn }) => {
  const { teamId } = await workInTeam(service.url, service.key);
  const table = page.getByRole("table", { name: "Toys" });
  const names = table.getByRole("row").locator("td:first-child");

  await test.step("it says what it is while it is empty", async () => {
    await signIn(page, "toys", service);
    await expect(page.getByRole("heading", { name: "Toys", exact: true })).toBeVisible();
    await expect(page.getByText("No toys yet")).toBeVisible();
  });

  const call = async (path: string, method: string, body?: object) => {
    const headers = { authorization: `Bearer ${service.key}`, "content-type": "application/json" };
    const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const toysPath = createToy.path.replace("{teamId}", teamId);

  await test.step("it shows what the API made and a worker went on with, in pages", async () => {
    for (let n = 1; n <= 22; n++)
      await call(toysPath, createToy.method, { name: `${n % 2 ? "Kite" : "Ball"} ${String(n).padStart(2, "0")}` });
    await expect.poll(async () => (await service.query("select count(*)::int as n from toys where wrapped")).rows[0].n).toBe(22);
    await page.reload();
    await expect(names).toHaveCount(20);
    await expect(names.first()).toHaveText("Ball 02");
    await expect(table.getByText("Wrapped")).toHaveCount(20);
    await page.getByRole("link", { name: "Next" }).click();
    await expect(names).toHaveText(["Kite 19", "Kite 21"]);
  });

  await test.step("its filters, its order and its address follow from its description", async () => {
    await page.getByRole("searchbox", { name: "Search toys" }).fill("ball");
    await expect(names).toHaveCount(11);
    await expect(page).toHaveURL(/[?]search=ball$/);
    await page.getByRole("button", { name: "Name" }).click();
    await expect(names.first()).toHaveText("Ball 22");
    await page.goto(`${service.url}/t/${teamId}/toys?search=ball&wrapped=no`);
    await expect(page.getByText("Filters: ")).toContainText("ball");
  });

  await test.step("it follows what others change, by its topic", async () => {
    await page.goto(`${service.url}/t/${teamId}/toys`);
    await expect(names.first()).toHaveText("Ball 02");
    const { toys } = await call(`${toysPath}?limit=1`, "GET");
    await call(renameToy.path.replace("{toy_id}", toys[0].id), renameToy.method, { name: "Abacus" });
    await expect(names.first()).toHaveText("Abacus");
  });

  await test.step("its views and its columns are kept, because it is described to have them", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    const kept = page.waitForResponse((answer) => answer.request().method() === setListColumns.method && answer.ok());
    await page.getByRole("menuitem", { name: "Color" }).click();
    await page.keyboard.press("Escape");
    await kept;
    await page.goto(`${service.url}/t/${teamId}/toys?search=kite`);
    await expect(names).toHaveCount(11);
    await expect(table.getByRole("columnheader", { name: "Color" })).toHaveCount(0);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Save current filters…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Kites");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByRole("button", { name: "View: Kites" })).toBeVisible();
  });

  await test.step("what happened to its things reached whoever follows them", async () => {
    const counted = "select type, count(*)::int as n from toy_notes group by type order by type";
    await expect
      .poll(async () => (await service.query(counted)).rows)
      .toEqual([
        { type: "toy.made", n: 22 },
        { type: "toy.wrapped", n: 22 },
      ]);
  });
});

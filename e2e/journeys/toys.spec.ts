import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createToy } from "#server/testing/toys/toys.contract.ts";
import { beginnings } from "../begun.ts";
import { expect, test } from "../fixtures.ts";
import { type Service, startService, withOwner } from "../service.ts";
import { workInTeam } from "../team-work.ts";

const root = join(import.meta.dirname, "../..");

/** The service and the console with an area that they do not have: built and started from the folders of its own. */
let service: Service;
test.beforeAll(async () => {
  // It builds a console.
  test.setTimeout(120_000);
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

  await test.step("it shows what the API made and a worker went on with, in pages", async () => {
    for (let n = 1; n <= 22; n++) {
      const answer = await fetch(`${service.url}${createToy.path.replace("{teamId}", teamId)}`, {
        method: createToy.method,
        headers: { authorization: `Bearer ${service.key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: `${n % 2 ? "Kite" : "Ball"} ${String(n).padStart(2, "0")}` }),
      });
      expect(answer.status).toBe(200);
    }
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

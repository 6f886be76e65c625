import { createAgentCaseTrigger } from "#contract/queues/case-triggers.ts";
import { createQueue } from "#contract/queues/queues.ts";
import { upsertAgentTrigger } from "#contract/schedules/event-triggers.ts";
import { createSchedule } from "#contract/schedules/schedules.ts";
import { createApi } from "../api.ts";
import { expect, test } from "../fixtures.ts";
import { tabTo } from "../steps.ts";

test("everything that starts an agent is one list, and leads to where each is set, by keyboard", async ({
  page,
  signIn,
  service,
  team,
}) => {
  const api = createApi(service.url, service.key);
  const agent = await team.createAgent("Invoice reader", "say Done");
  await signIn(page, `agents/${agent.id}?tab=starts`);
  await expect(page.getByText("No queue, schedule or event starts this agent.")).toBeVisible();
  const { queue } = await api.call(createQueue, { params: { teamId: team.teamId }, body: { name: "Invoices" } });
  await api.call(createAgentCaseTrigger, { params: { agent_id: agent.id }, body: { case_queue_id: queue.id, enabled: false } });
  await api.call(createSchedule, {
    params: { agent_id: agent.id },
    body: { enabled: true, frequency: "daily", time: "02:00", timezone: "UTC" },
  });
  await api.call(upsertAgentTrigger, {
    params: { agentId: agent.id },
    body: { integration_slug: "runs", trigger_type: "run_failed", filter_config: {}, enabled: true },
  });
  await page.reload();
  const list = page.getByRole("table", { name: "Starts when" });
  await expect(list.getByRole("row").filter({ hasText: "A case is pending in Invoices" })).toContainText("Paused");
  await expect(list.getByRole("row").filter({ hasText: "Every day at 02:00 in UTC" })).toContainText("Active");
  await expect(list.getByRole("row").filter({ hasText: "A run fails" })).toContainText("Active");
  await expect(page.getByRole("tab", { name: "Starts when" })).toHaveAttribute("aria-selected", "true");
  const parts = page.getByRole("navigation", { name: "Starts when" });
  for (const [row, part] of [
    ["A case is pending in Invoices", "Cases"],
    ["A run fails", "Events"],
  ] as const) {
    await tabTo(page, list.getByRole("link", { name: row }));
    await page.keyboard.press("Enter");
    await expect(parts.getByRole("link", { name: part })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("tab", { name: "Starts when" })).toHaveAttribute("aria-selected", "true");
    await page.goBack();
  }
  await list.getByRole("link", { name: "Every day at 02:00 in UTC" }).press("Enter");
  await expect(page.getByRole("dialog")).toContainText("Every day at 02:00 in UTC");
});

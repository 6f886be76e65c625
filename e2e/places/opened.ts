import type { Page } from "@playwright/test";

/** What is opened on a place, by its name and a word. What it has to show is a dialog, or has that text. */
export interface Opened {
  readonly name: `${string}:${string}`;
  readonly shows?: string;
  /** On a phone alone. */
  readonly narrow?: true;
  open(page: Page): Promise<void>;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const choose = async (page: Page, menu: string, item: string) => {
  await page.getByRole("button", { name: menu, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const selectPage = (page: Page) => page.getByRole("checkbox", { name: "Select the whole page" }).check();
const csv = [
  "title;what;priority;labels;=cmd",
  ...Array.from({ length: 40 }, (_, at) => `Invoice ${at};"Paper; twice";${at === 7 ? "urgent" : "high"};month: March;=1+${at}`),
  "Torn;row",
].join("\n");

export const opened: readonly Opened[] = [
  { name: "agent:start-work", open: (page) => press(page, "Start run") },
  { name: "agents:palette", open: (page) => page.keyboard.press("Control+k") },
  { name: "runs:keys", open: (page) => page.keyboard.press("?") },
  { name: "revision:promote", open: (page) => press(page, "Make live") },
  { name: "agent-settings:delete", open: (page) => press(page, "Delete agent") },
  {
    name: "organization:retention",
    shows: "Nothing is removed now.",
    open: async (page) => {
      await press(page, "Change retention of runs");
      await page.getByRole("radio", { name: "For a number of days after a run ends" }).check();
    },
  },
  {
    name: "organization:audit-retention",
    shows: "Nothing is removed now.",
    open: async (page) => {
      await press(page, "Change retention of audit log");
      await page.getByRole("radio", { name: "For a number of days after an entry is written" }).check();
    },
  },
  { name: "profile:new-key", open: (page) => press(page, "New key") },
  { name: "queues:new-queue", open: (page) => press(page, "New queue") },
  { name: "queue:new-case", open: (page) => press(page, "New case") },
  { name: "queue:assign", open: (page) => press(page, "Assign agent") },
  { name: "queue:selection", shows: "1 selected", open: selectPage },
  { name: "queue:bulk-status", open: async (page) => (await selectPage(page), choose(page, "Status", "Completed")) },
  { name: "queue:bulk-delete", open: async (page) => (await selectPage(page), press(page, /^Delete/)) },
  { name: "queue:save-view", open: (page) => choose(page, "Views", "Save current filters…") },
  { name: "queue-labels:edit", open: (page) => press(page, /^Edit/) },
  { name: "queue-triggers:add", open: (page) => press(page, "Add trigger") },
  { name: "queue-evaluation:add", open: (page) => press(page, "Add rubric") },
  { name: "queue-settings:delete", open: (page) => press(page, "Delete queue") },
  { name: "case:edit", open: (page) => press(page, "Edit") },
  { name: "case-typed:edit", open: (page) => press(page, "Edit") },
  { name: "case:postpone", open: (page) => choose(page, "More actions", "Postpone…") },
  { name: "queue-schema:edit", shows: "Add field", open: (page) => press(page, /^Edit|^Change/) },
  {
    name: "queue-import:preview",
    shows: "the header has 5",
    open: async (page) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.getByText("Drop a CSV here").click()]);
      await chooser.setFiles({ name: "march.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    },
  },
  { name: "runs:menu", narrow: true, open: (page) => press(page, "Open the menu") },
  { name: "run-failed:details", narrow: true, open: (page) => press(page, "Details") },
];

import { couldNotLoad, type PlacesOfArea } from "./place.ts";

/** Agents, automations and revisions. */
export const agentPlaces: PlacesOfArea = {
  full: ({ checker, bankImport, bankDraft, automation, folders }) => [
    { name: "agents", path: "agents", shows: "Payment approval" },
    { name: "agents-folder", path: `agents?folder=${folders.full}`, shows: "Invoice checker" },
    { name: "agents-folder-empty", path: `agents?folder=${folders.empty}`, shows: "No agents in this folder" },
    { name: "agents-folder-missing", path: "agents?folder=00000000-0000-4000-8000-000000000000", shows: "This folder does not exist" },
    { name: "automations", path: "automations", shows: "Month-end reminders" },
    { name: "automation-members", path: `automations/${automation.id}`, shows: "Runs revision 1" },
    { name: "automation-draft", path: `automations/${automation.id}/revisions/${automation.draft}`, shows: "(now: no one)" },
    { name: "automation-flow", path: `automations/${automation.id}/revisions/${automation.draft}?tab=flow`, shows: "In words" },
    { name: "agent-new", path: "agents/new", shows: "As a practice model I only run" },
    { name: "agent-new-code", path: "agents/new?kind=code", shows: "import os" },
    { name: "agent", path: `agents/${checker}`, shows: "Runs by day" },
    { name: "agent-revisions", path: `agents/${checker}?tab=revisions`, shows: "Amounts, dates and limits" },
    { name: "agent-runs", path: `agents/${checker}?tab=runs`, shows: "Check the invoices of 2026." },
    { name: "agent-memory", path: `agents/${checker}?tab=memory`, shows: "Nothing in memory" },
    { name: "agent-evaluation", path: `agents/${checker}?tab=evaluation`, shows: "No rubrics yet" },
    { name: "agent-settings", path: `agents/${checker}?tab=settings`, shows: "Past runs stay readable." },
    { name: "revision", path: `agents/${bankImport}/revisions/${bankDraft}`, shows: "bank statement of a month" },
    { name: "revision-compare", path: `agents/${bankImport}/revisions/${bankDraft}?against=live`, shows: "Unchanged lines" },
    { name: "revision-access", path: `agents/${bankImport}/revisions/${bankDraft}/access`, shows: /^Bank import, revision/ },
    { name: "review-nothing", path: `agents/${bankImport}/revisions/${bankDraft}/review`, shows: "Nothing to review" },
  ],
  empty: [
    { name: "agents", path: "agents", shows: "No agents yet" },
    { name: "automations", path: "automations", shows: "No automations yet" },
  ],
  failing: ({ checker, bankImport, bankDraft, automation }) => [
    { name: "agents", path: "agents", shows: couldNotLoad },
    { name: "automations", path: "automations", shows: couldNotLoad },
    { name: "automation", path: `automations/${automation.id}`, shows: couldNotLoad },
    { name: "automation-draft", path: `automations/${automation.id}/revisions/${automation.draft}`, shows: couldNotLoad },
    { name: "agent-new", path: "agents/new", shows: couldNotLoad },
    { name: "agent", path: `agents/${checker}`, shows: couldNotLoad },
    { name: "revision", path: `agents/${bankImport}/revisions/${bankDraft}`, shows: couldNotLoad },
  ],
};

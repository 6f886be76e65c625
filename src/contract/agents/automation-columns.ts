import type { ListColumns } from "#contract/list.ts";
import type { Automation } from "./automations.ts";

const members = {
  name: { header: "Name" },
  agents: { header: "Agents", width: "80px", align: "end" },
  queues: { header: "Queues", width: "80px", align: "end" },
} as const;

export const automationColumns = {
  ...members,
  state: { header: "State", width: "160px", from: "sm" },
  changed: { header: "Changed", width: "110px", align: "end", from: "md" },
} as const satisfies ListColumns<Automation>;

export const deletedAutomationColumns = {
  ...members,
  deleted: { header: "Deleted", width: "110px", align: "end", from: "sm" },
  actions: { header: "Actions", width: "96px", align: "end" },
} as const satisfies ListColumns<Automation>;

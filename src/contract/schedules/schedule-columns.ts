import type { ListColumns } from "#contract/list.ts";
import type { TeamSchedule } from "./schedule-firings.ts";

export const scheduleColumns = {
  when: { header: "When", wrap: true },
  agent: { header: "Agent", width: "clamp(120px, 18vw, 240px)", from: "sm" },
  owner: { header: "Owner", width: "140px", from: "md", quiet: true },
  state: { header: "State", width: "96px", from: "sm" },
  next: { header: "Next", width: "184px", from: "sm" },
  last: { header: "Last", width: "144px", from: "md" },
} as const satisfies ListColumns<TeamSchedule>;

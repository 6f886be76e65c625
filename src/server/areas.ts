import type { Resources } from "#contract/index.ts";
import { agents } from "./agents/area.ts";
import { audit } from "./audit/area.ts";
import { clarity } from "./clarity/area.ts";
import { connections } from "./connections/area.ts";
import { dashboards } from "./dashboards/area.ts";
import { library } from "./library/area.ts";
import { mcp } from "./mcp/area.ts";
import { notifications } from "./notifications/area.ts";
import { queues } from "./queues/area.ts";
import { runs } from "./runs/area.ts";
import { schedules } from "./schedules/area.ts";
import { teams } from "./teams/area.ts";

/** Every area of the service. */
export const areas = [
  agents,
  audit,
  clarity,
  connections,
  dashboards,
  library,
  mcp,
  notifications,
  queues,
  runs,
  schedules,
  teams,
] as const;

/** A resource of the contract for which no area answers does not compile. */
type Unanswered = Exclude<keyof Resources, (typeof areas)[number]["resources"][number]>;
({}) satisfies Record<Unanswered, never>;

import { agentOwners } from "#server/agents/owners.ts";
import { connectionOwners } from "#server/connections/owners.ts";
import { libraryOwners } from "#server/library/owners.ts";
import type { Owners } from "#server/platform/http/access.ts";
import { queueOwners } from "#server/queues/owners.ts";
import { runOwners } from "#server/runs/owners.ts";
import { teamOwners } from "#server/teams/owners.ts";

/** Where the ids of addresses lead, as each area says of its own things. */
export const owners: Owners = { ...agentOwners, ...connectionOwners, ...libraryOwners, ...queueOwners, ...runOwners, ...teamOwners };

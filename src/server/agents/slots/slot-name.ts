import { type SQL, sql } from "drizzle-orm";
import { queueSlotTypes } from "#contract/agents/slots.ts";
import { builtInIntegrations } from "#server/connections/integrations/catalogue.ts";

const names = JSON.stringify(Object.fromEntries(builtInIntegrations.map(({ type, name }) => [type, name])));

/** What people know a slot `s` by, with its custom integration `i` where it has one. */
export const slotName: SQL = sql`coalesce(i.name, ${names}::jsonb ->> s.integration_type, s.integration_type)`;

/** Whether people pin connections to a slot `s`; the others name queues. */
export const takesPins: SQL = sql`(not s.integration_type = any(${sql.param([...queueSlotTypes])}::text[]))`;

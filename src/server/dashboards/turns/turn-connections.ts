import type { TurnStep } from "#contract/dashboards/dashboard.ts";
import { caseFields } from "#contract/queues/case-fields.ts";
import { kindOf } from "#contract/queues/case-schema.ts";
import type { Question } from "#contract/runs/human-requests.ts";
import { fieldPrefix } from "#contract/dashboards/catalogue.ts";
import {
  confirmTool,
  findReads,
  isConfirmed,
  keepRead,
  mostReads,
  noteAsked,
  schemasOfReads,
} from "#server/dashboards/reads/reads.store.ts";
import { connectionsOf, readingTools, readWith } from "#server/dashboards/reads/read-tools.ts";
import { schemaOfRows, Unusable } from "#server/dashboards/reads/rows.ts";
import { LeaseLost } from "#server/engine/log/run-log.ts";
import type { EngineServices } from "#server/engine/services.ts";
import type { Db } from "#server/platform/db/open.ts";
import type { ConnectionRecord } from "#server/connections/connections/connections.store.ts";
import type { ListedTool } from "#server/connections/mcp/listing.ts";
import type { DashboardRecord } from "#server/dashboards/dashboards/dashboards.store.ts";
import { turnCalls } from "./turn-tools.ts";
import { WrongCall, readArguments } from "./wrong-call.ts";

type Owned = Pick<DashboardRecord, "id" | "team_id" | "created_by_user_id">;

/** What a turn of the dashboard's creator can read with. A turn of another editor has none of it: the accounts are the creator's. */
export interface TurnConnections {
  readonly services: EngineServices;
  readonly dashboard: Owned;
  /** Whether the turn still goes on: what comes after a stop is not kept. */
  readonly goesOn: (db: Db) => Promise<boolean>;
}

/** Rows that a model is shown. */
const shownRows = 5;
const allow = "Allow";
const ways = [{ label: allow }, { label: "Do not allow" }];

const fieldsIn = (schema: Parameters<typeof caseFields>[0]) =>
  caseFields(schema).map(({ place, schema: field }) => ({ name: `${fieldPrefix}${place}`, number: kindOf(field) === "number" }));

/** What `list_sources` tells of connections, and of what was read of them. */
export async function listConnections(
  db: Db,
  artifactId: string | undefined,
  reading: TurnConnections | undefined,
): Promise<Record<string, unknown>> {
  if (artifactId === undefined) return {};
  const reads = await findReads(db, artifactId);
  const schemas = await schemasOfReads(
    db,
    artifactId,
    reads.map(({ name }) => name),
  );
  const told = reads.map(({ name, connection_name, tool, arguments: given }) => {
    const schema = schemas.get(name);
    return { read: name, connection: connection_name, tool, arguments: given, fields: schema ? fieldsIn(schema) : [] };
  });
  const connections = reading ? await Promise.all((await connectionsOf(db, reading.dashboard)).map((one) => toolsOf(reading, one))) : [];
  return { ...(connections.length > 0 && { connections }), ...(told.length > 0 && { reads: told }) };
}

async function toolsOf({ services }: TurnConnections, connection: ConnectionRecord): Promise<Record<string, unknown>> {
  const { id, name } = connection;
  try {
    const tools = await readingTools(services, connection);
    return { id, name, tools: tools.map(({ name: tool, description, input_schema }) => ({ tool, description, input_schema })) };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { id, name, problem: error.message };
  }
}

interface Meant {
  readonly connection: ConnectionRecord;
  readonly tool: ListedTool;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The tool that a call means. Throws {@link WrongCall}. */
async function meant(reading: TurnConnections | undefined, given: unknown): Promise<Meant> {
  const call = readArguments(turnCalls.read_connection, given);
  if (!reading)
    throw new WrongCall(
      "This page reads with no connection here. Its creator adds one under “Connections” of the dashboard, and asks then",
    );
  const known = await connectionsOf(reading.services.store.db, reading.dashboard);
  const connection = known.find(({ id }) => id === call.connection_id);
  if (!connection) throw new WrongCall("This page has no such connection. The person adds one under “Connections” of the dashboard");
  const tools = await readingTools(reading.services, connection).catch((error: unknown) => Promise.reject(wrong(error)));
  const tool = tools.find(({ name }) => name === call.tool);
  if (!tool)
    throw new WrongCall(
      `“${connection.name}” has no tool ${call.tool} that only reads. There are: ${tools.map(({ name }) => name).join(", ")}`,
    );
  return { connection, tool, arguments: call.arguments ?? {} };
}

const wrong = (error: unknown) => (error instanceof Unusable ? new WrongCall(error.message) : error);

/** What the creator is asked before a tool is called for the first time. Undefined: it is confirmed. Throws {@link WrongCall}. */
export async function confirmation(reading: TurnConnections | undefined, given: unknown): Promise<Question | undefined> {
  const { connection, tool } = await meant(reading, given);
  if (!reading || (await isConfirmed(reading.services.store.db, reading.dashboard.id, connection.id, tool.digest))) return undefined;
  await noteAsked(reading.services.store.db, reading.dashboard.id, connection.id, tool);
  const question = `Let this dashboard read with ${tool.shown_name} of “${connection.name}”? Its server says that this tool only reads. Everyone who sees the dashboard sees what it answers.`;
  return { question, options: ways };
}

/** What a person's answer to {@link confirmation} is for the call that waits for it. */
export async function confirmed(db: Db, artifactId: string, given: unknown, answers: Readonly<Record<string, string>>): Promise<Confirmed> {
  const isAllowed = Object.values(answers).every((answer) => answer.trim() === allow);
  const { connection_id, tool } = readArguments(turnCalls.read_connection, given);
  if (isAllowed && (await confirmTool(db, artifactId, connection_id, tool)))
    return { value: { confirmed: "The person lets you read with this tool. Call it again." } };
  return { error: "The person does not let this page read with this tool. Do without it, and say what is missing." };
}
type Confirmed = { readonly value: unknown } | { readonly error: string };

/** Whether an answer lets a tool be called, which only the creator may say. */
export const isAllowing = (answers: Readonly<Record<string, string>>) => Object.values(answers).some((answer) => answer.trim() === allow);

/** Calls a tool that is confirmed, and keeps what it answers. Throws {@link WrongCall}, or LeaseLost where the turn was stopped meanwhile. */
export async function readConnection(reading: TurnConnections | undefined, given: unknown): Promise<{ value: unknown; step: TurnStep }> {
  const { connection, tool, arguments: args } = await meant(reading, given);
  if (!reading) throw new WrongCall("There is no connection");
  const { services, dashboard, goesOn } = reading;
  const rows = await readWith(services, connection, tool, args).catch((error: unknown) => Promise.reject(wrong(error)));
  const name = await services.store.db.transaction(async (tx) => {
    if (!(await goesOn(tx))) throw new LeaseLost();
    const call = { connection_id: connection.id, connection_name: connection.name, tool: tool.name, arguments: args };
    return keepRead(tx, dashboard.id, call, rows);
  });
  if (name === undefined) throw new WrongCall(`A dashboard keeps ${mostReads} reads at most. Use one of those that it has`);
  const said = rows.length === 1 ? "1 row" : `${rows.length} rows`;
  return {
    value: { read: name, rows: rows.length, fields: fieldsIn(schemaOfRows(rows)), first: rows.slice(0, shownRows) },
    step: { kind: "read", detail: `Read ${tool.shown_name} of ${connection.name}: ${said}` },
  };
}

import { randomBytes, randomUUID } from "node:crypto";
import { createConnection } from "#contract/connections/connections.ts";
import { createCustomIntegration } from "#contract/connections/integrations.ts";
import { type Stage, maker } from "#server/gates/stage/stage.ts";
import { pinRevisionIntegrationConnection } from "#contract/connections/slot-pins.ts";
import { practiceServerUrl } from "#server/connections/practice/practice-address.ts";
import { slotOf } from "#server/gates/stage/agents.ts";
import { grantedTeamOf, lentConnectionOf } from "#server/gates/stage/teams.ts";
import { team } from "./example.ts";
import { author, managing } from "./owned.ts";

/** Refused before anything is asked. */
export const privateServer = "http://10.0.0.1/mcp";
export const asked = { mcp_server_url: privateServer, name: "Issues" };
/** Each example has a server of its own: a team names one once. */
export const serverOf = () => `https://mcp-${randomUUID()}.example.com/mcp`;
export const customOf = async (stage: Stage) => {
  const body = { name: `Ledger ${randomUUID()}`, auth_method: "headers" as const, server_url: serverOf() };
  const { id } = await stage.service.ok(createCustomIntegration, { ...team(stage), body }, maker(stage, "team:manager"));
  return { params: { custom_integration_id: id } };
};

export const headers = { plaintext: { "X-Region": "north" }, secret: { "X-Api-Key": "example header value" } };
/** A connection that the caller may change: a shared one for Managers, else one's own. */
export async function connectionOf(stage: Stage, shared = managing(stage)): Promise<string> {
  const body = { name: "Ledger", server_url: serverOf(), provider: "user", auth_method: "headers", headers, shared } as const;
  const as = shared ? { as: stage.owner } : author(stage);
  return (await stage.service.ok(createConnection, { ...team(stage), body }, as)).id;
}
/** A shared connection that another team uses too. */
export async function grantOf(stage: Stage) {
  const connection_id = await connectionOf(stage, true);
  return { params: { connection_id, team_id: await grantedTeamOf(stage, connection_id) } };
}
export const lentOf = async (stage: Stage) => ({ params: { teamId: stage.teamId, connection_id: await lentConnectionOf(stage) } });
export const ofConnection = async (stage: Stage) => ({ params: { connection_id: await connectionOf(stage) } });

/** A slot, with a connection of the caller pinned to it. */
export async function pinOf(stage: Stage) {
  const params = await slotOf(stage, "custom_mcp");
  const connection_id = await connectionOf(stage);
  await stage.service.ok(pinRevisionIntegrationConnection, { params, body: { connection_id } }, author(stage));
  return { ...params, connection_id };
}
export const pinnedSlot = async (stage: Stage) => {
  const { connection_id: _, ...params } = await pinOf(stage);
  return params;
};

/** A connection to the server that comes with the service, which answers wherever a test runs. */
export async function practiceOf(stage: Stage) {
  const shared = managing(stage);
  const body = { name: "Ledger", server_url: practiceServerUrl, provider: "user", auth_method: "url", shared } as const;
  const as = shared ? { as: stage.owner } : author(stage);
  return { params: { connection_id: (await stage.service.ok(createConnection, { ...team(stage), body }, as)).id } };
}

/** A slot whose server has listed a tool, as the caller sees it. */
export async function toolOf(stage: Stage) {
  const { connection_id, ...params } = await pinOf(stage);
  const digest = randomBytes(32).toString("base64url");
  const definition = { description: "Pays an invoice", input_schema: { type: "object" }, reads_only: false };
  const { rows } = await stage.service.pool.query<{ server_url: string }>(
    `with kept as (insert into connection_tools (connection_id, digest, name, definition, current) values ($1, $2, 'pay', $3, true))
     select server_url from connections where id = $1`,
    [connection_id, digest, definition],
  );
  return { params, tool: { server_url: rows[0]?.server_url ?? "", digest } };
}

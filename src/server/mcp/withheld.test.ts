import { afterAll, beforeAll, expect, test } from "vitest";
import { isSecret } from "#contract/endpoint.ts";
import { allEndpoints } from "#contract/index.ts";
import { createApiKey, createTeamApiKey, listApiKeys, rotateApiKey } from "#contract/teams/api-keys.ts";
import { memberOf } from "#server/gates/stage/members.ts";
import { type TestService, startService } from "#server/testing/service.ts";
import { whyWithheld } from "./withheld.ts";

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** A Manager with a key of their own, and one that an AI client holds. */
async function withClient() {
  const person = await memberOf({ service, teamId: service.teamId }, "team:manager");
  const as = { as: { key: person.key } };
  const made = await service.ok(createApiKey, { body: { name: "Assistant" } }, as);
  await service.pool.query("update api_keys set client = 'assistant.example' where id = $1", [made.api_key.id]);
  const keys = async () => (await service.ok(listApiKeys, {}, as)).api_keys.map(({ id }) => id).toSorted();
  return { as, client: { as: { key: made.key } }, key: made.key, keys };
}

test("no tool answers what lets in whoever has it", () => {
  const secret = allEndpoints.filter(isSecret);
  expect(secret.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "createApiKey",
      "createTeamApiKey",
      "rotateApiKey",
      "getWebhookSecret",
      "createWebhookSource",
      "rotateWebhookSecret",
      "createTeamInvite",
      "getTeamInviteUrl",
      "getOrganizationInviteUrl",
      "getTeamInviteLink",
      "createTeamInviteLink",
    ]),
  );
  expect(secret.filter((endpoint) => whyWithheld(endpoint) === undefined).map(({ name }) => name)).toEqual([]);
});

test.each(["/v2/mcp", "/v2/mcp/find"])("a client at %s makes no key and takes over none", async (url) => {
  const { key, keys, as } = await withClient();
  const { api_key: other, key: text } = await service.ok(createApiKey, { body: { name: "Program" } }, as);
  const before = await keys();
  const calls = {
    createApiKey: { name: "Minted" },
    createTeamApiKey: { teamId: service.teamId, name: "Minted" },
    rotateApiKey: { id: other.id, overlap_hours: 0 },
    getWebhookSecret: { teamId: service.teamId },
  };
  for (const [name, given] of Object.entries(calls)) {
    const door = name === "getWebhookSecret" ? "read" : "write";
    const params = url.endsWith("find") ? { name: door, arguments: { name, arguments: given } } : { name, arguments: given };
    const { payload } = await service.app.http.inject({
      method: "POST",
      url,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json, text/event-stream" },
      payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    expect(payload, name).toContain('"isError":true');
    expect(payload, name).not.toMatch(/ck_|whsec_/);
  }
  expect(await keys()).toEqual(before);
  await service.ok(listApiKeys, {}, { as: { key: text } });
});

test("by the routes a client makes no key and rotates none, its own included", async () => {
  const { client, keys, as } = await withClient();
  const { api_key: other } = await service.ok(createApiKey, { body: { name: "Program" } }, as);
  const before = await keys();
  const { message } = await service.fails(createApiKey, { body: { name: "Minted" } }, "forbidden", client);
  expect(message).toContain("AI client");
  const inTeam = { params: { teamId: service.teamId }, body: { name: "Minted" } };
  await service.fails(createTeamApiKey, inTeam, "forbidden", client);
  for (const id of before) await service.fails(rotateApiKey, { params: { id }, body: { overlap_hours: 0 } }, "forbidden", client);
  expect(before).toContain(other.id);
  expect(await keys()).toEqual(before);
});

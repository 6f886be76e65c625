import { afterAll, beforeAll, expect, test } from "vitest";
import { createAgent } from "#contract/agents/agents.ts";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { listAllAgentSchedules } from "#contract/schedules/schedules.ts";
import { changePassword, signIn } from "#contract/teams/session.ts";
import { newId } from "#server/platform/db/columns.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
let person: { id: string; email: string };
const password = "correct horse battery";
beforeAll(async () => {
  service = await startService();
  const { identity, store } = service.app.services;
  const email = `${newId()}@example.com`;
  person = { email, id: await identity.createUser(store.db, { email, name: "Ada", password }) };
  await service.pool.query("insert into organization_members (organization_id, user_id, role) values ($1, $2, 'organization:member')", [
    service.organizationId,
    person.id,
  ]);
});
afterAll(() => service.close());

type Type = "user.signed_in" | "user.sign_in_failed" | "user.refused" | "organization.unknown_sign_in";
const entries = async (type: Type) =>
  (await service.ok(listAuditEntries, { params: { orgId: service.organizationId }, query: { type } }, { as: "director" })).entries;
const one = async (type: Type) => {
  await expect.poll(async () => (await entries(type)).length).toBe(1);
  return (await entries(type))[0];
};

test("a sign-in is entered, and so is one that failed, without what was typed", async () => {
  await service.fails(signIn, { body: { email: person.email, password: "wrong horse battery" } }, "wrong_credentials", { as: null });
  expect(await one("user.sign_in_failed")).toMatchObject({
    actor: { kind: "user", id: person.id, name: "Ada" },
    door: "console",
    address: "127.0.0.1",
    operation: "signIn",
    facts: { reason: "wrong_credentials" },
  });
  await service.ok(signIn, { body: { email: person.email, password } }, { as: null });
  expect(await one("user.signed_in")).toMatchObject({ actor: { id: person.id }, facts: { second_factor: false } });
  const typed = "my-password@example.com";
  await service.fails(signIn, { body: { email: typed, password } }, "wrong_credentials", { as: null });
  const unknown = await one("organization.unknown_sign_in");
  expect(unknown).toMatchObject({ actor: { kind: "service", id: null }, address: "127.0.0.1", object: { id: service.organizationId } });
  expect(JSON.stringify(unknown)).not.toContain(typed);
});

test("what somebody may not do is entered, with what they asked about", async () => {
  const { agent } = await service.ok(createAgent, { params: { teamId: service.teamId }, body: { name: "Asked about" } });
  await service.fails(listAllAgentSchedules, { params: { agent_id: agent.id } }, "forbidden", { as: "member" });
  expect(await one("user.refused")).toMatchObject({
    actor: { id: service.ids.member },
    door: "api_key",
    operation: "listAllAgentSchedules",
    facts: { reason: "forbidden", target_id: agent.id },
  });
  await service.fails(changePassword, { body: { current_password: "a", new_password: password } }, "session_required", { as: "member" });
  await expect
    .poll(async () => (await entries("user.refused")).map(({ facts }) => facts.reason))
    .toEqual(["session_required", "forbidden"]);
});

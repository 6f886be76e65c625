import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generateRevision } from "#contract/agents/builder-runs.ts";
import { replaceEvalRubrics } from "#contract/agents/eval-rubrics.ts";
import { createRevision } from "#contract/agents/revisions.ts";
import { rejectAgentSuggestion } from "#contract/agents/suggestions.ts";
import { createConnection, deleteConnection } from "#contract/connections/connections.ts";
import { getInbox } from "#contract/runs/inbox.ts";
import { approveJoinRequest, requestToJoin } from "#contract/teams/join-requests.ts";
import { insertSuggestion } from "#server/agents/suggestions/suggestions.store.ts";
import { agentWith, scripted, settled, startRunOf } from "#server/testing/agents.ts";
import { addCases, agentOn, queueIn } from "#server/testing/cases.ts";
import type { PersonName } from "#server/testing/people.ts";
import { type TestService, startService } from "#server/testing/service.ts";

let service: TestService;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const inboxOf = (as: PersonName) => service.ok(getInbox, { params: { teamId: service.teamId } }, { as });
const nothing = { request: 0, approval: 0, connection: 0, join_request: 0, review: 0, dashboard: 0, capture: 0, suggestion: 0 };

async function connectionOf(as: PersonName, name: string, shared: boolean): Promise<string> {
  const body = { name, server_url: "https://ledger.example.com/mcp", provider: "user" as const, auth_method: "url" as const, shared };
  const { id } = await service.ok(createConnection, { params: { teamId: service.teamId }, body }, { as });
  await service.pool.query("update connections set broken_at = now() where id = $1", [id]);
  return id;
}

test("the inbox counts what waits for each person, by its kind, and the sum is that of the kinds", async () => {
  const params = { teamId: service.teamId };
  expect(await inboxOf("owner")).toEqual({ total: 0, counts: nothing, things: [] });

  await settled(service, await startRunOf(service, (await agentWith(service, scripted('approve "Pay?"'))).id));
  const queue = await queueIn(service);
  await addCases(service, queue, { title: "Refund" });
  const ask = JSON.stringify({ title: "Pay it?", approvals: [{ assignee: service.ids.member, prompt: "Is the sum right?" }] });
  const asker = await agentOn(service, scripted("call claim_case {}", `call request_approval ${ask}`), { consumes: [queue] });
  await settled(service, await startRunOf(service, asker.id));
  expect((await inboxOf("owner")).counts).toEqual({ ...nothing, request: 1, approval: 1 });
  // Whoever is asked, and not a colleague of the same role.
  expect((await inboxOf("member")).counts).toEqual({ ...nothing, approval: 1 });
  expect((await inboxOf("colleague")).total).toBe(0);

  const agent = await agentWith(service, scripted("say Hello"), { as: "builder" });
  const draft = await service.ok(createRevision, { params: { agent_id: agent.id }, body: { name: "Draft" } }, { as: "builder" });
  await service.ok(generateRevision, { params: { build_id: draft.build.id }, body: { prompt: "say Done" } }, { as: "builder" });
  await expect.poll(async () => (await inboxOf("builder")).counts.review).toBe(1);

  const [own, shared] = [await connectionOf("member", "Own", false), await connectionOf("owner", "Everybody's", true)];
  await service.ok(requestToJoin, { params }, { as: "neighbour" });
  const rubrics = [{ title: "Greets", description: 'Does it say hello to whoever asks: contains "Hello"?' }];
  const { rubrics: kept } = await service.ok(replaceEvalRubrics, { params: { agentId: agent.id }, body: { rubrics } });
  await insertSuggestion(service.app.services.store.db, {
    agent_id: agent.id,
    build_id: agent.buildId,
    rubric_slug: kept[0]?.slug ?? "",
    title: "Runs keep failing it",
    description: "3 of the last 10 runs failed it.",
    addition: "Say hello.",
    sources: [{ agent_run_id: randomUUID(), run_number: 1, created_at: "2026-01-31T09:30:00.000Z" }],
  });

  const { total, counts, things } = await inboxOf("owner");
  expect(counts).toEqual({ request: 1, approval: 1, connection: 1, join_request: 1, review: 1, dashboard: 0, capture: 0, suggestion: 1 });
  expect(total).toBe(6);
  expect(things).toEqual([
    expect.objectContaining({
      kind: "connection",
      id: shared,
      title: "Everybody's",
      about: "https://ledger.example.com/mcp",
      agent_id: null,
    }),
    expect.objectContaining({ kind: "join_request", id: service.ids.neighbour, title: "neighbour", about: "neighbour@example.com" }),
    expect.objectContaining({ kind: "suggestion", title: "Runs keep failing it", agent_id: agent.id }),
  ]);
  expect((await inboxOf("member")).things.map(({ id }) => id)).toEqual([own]);
  expect((await inboxOf("builder")).counts).toEqual({ ...nothing, review: 1, suggestion: 1 });
  expect((await inboxOf("colleague")).total).toBe(0);

  // What is dealt with waits no longer.
  await service.ok(deleteConnection, { params: { connection_id: shared } });
  await service.ok(approveJoinRequest, { params: { ...params, memberId: service.ids.neighbour }, body: { role: "team:member" } });
  await service.ok(rejectAgentSuggestion, { params: { id: things.find(({ kind }) => kind === "suggestion")?.id ?? "" } });
  expect(await inboxOf("owner")).toMatchObject({ total: 3, things: [] });
});

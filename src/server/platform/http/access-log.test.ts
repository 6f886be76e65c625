import { afterAll, beforeAll, expect, it } from "vitest";
import { getFileDownloadUrl, updateFileContent } from "#contract/library/files.ts";
import { startTeamRun } from "#contract/runs/runs.ts";
import { agentWith, scripted, settled } from "#server/testing/agents.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const lines: Record<string, unknown>[] = [];
let service: TestService;
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } });
});
afterAll(() => service.close());

const logged = (of: Record<string, unknown>) => expect.arrayContaining([expect.objectContaining(of)]);

it("a request is one line, by the id that its answer names, and a run has lines with its id", async () => {
  const { id: agent_id } = await agentWith(service, scripted("say Done"));
  const { teamId: team_id } = service;
  const { headers, ok } = await service.call(startTeamRun, { params: { teamId: team_id }, body: { agent_id } });
  const run_id = ok?.run.id ?? "";
  await settled(service, run_id);
  const request_id = headers.get("x-request-id");
  await expect.poll(() => lines).toEqual(logged({ request_id, team_id, method: "POST", status: 201, user_id: service.ids.owner }));
  expect(lines.filter((line) => line.request_id === request_id && line.msg === "request")).toHaveLength(1);
  await expect.poll(() => lines).toEqual(logged({ run_id, team_id, agent_id, msg: "run taken up" }));
  await expect.poll(() => lines).toEqual(logged({ run_id, team_id, status: "completed", msg: "run ended" }));
});

it("a signed address is in no line of the log", async () => {
  const params = { teamId: service.teamId, path: "secret.txt" };
  await service.ok(updateFileContent, { params, body: { content: "x" } });
  const { url } = await service.ok(getFileDownloadUrl, { params });
  expect(await (await fetch(url)).text()).toBe("x");
  await expect.poll(() => lines).toEqual(logged({ method: "GET", status: 200, route: expect.stringMatching(/^\/_files\//) }));
  const token = new URL(url).pathname.replace("/_files/", "");
  expect(JSON.stringify(lines)).not.toContain(token.slice(0, 40));
});

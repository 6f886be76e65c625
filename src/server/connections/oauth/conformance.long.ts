import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { callConnectionTool, listConnectionTools } from "#contract/connections/connection-tools.ts";
import { authorizeMcpOAuth, completeMcpOAuth } from "#contract/connections/oauth.ts";
import { newcomer, type Newcomer } from "#server/gates/newcomer.ts";
import { startService, type TestService } from "#server/testing/service.ts";

interface Asked {
  readonly url: string;
  readonly scenario: string;
  readonly context: { readonly client_id?: string; readonly client_secret?: string };
}

/** The one before knew sign-ins without PKCE, at addresses that no document names: those are refused. */
const revisions = ["2025-11-25", "2026-07-28"];

const tests = fileURLToPath(import.meta.resolve("@modelcontextprotocol/conformance/dist/index.js"));
const client = fileURLToPath(new URL("../../testing/conformance-client.js", import.meta.url));

/** Signs in as a person does, whose browser follows where it is sent; again where the first sign-in is not good for a call. */
async function connectAndCall(service: TestService, person: Newcomer, { url, context }: Asked): Promise<void> {
  const as = { as: null, headers: { cookie: person.credentials.cookie ?? "" } };
  const params = { teamId: service.teamId };
  const own = context.client_id === undefined ? {} : { oauth_client_id: context.client_id, oauth_client_secret: context.client_secret };
  const signIn = async (again: { reconnect_instance_id?: string }) => {
    const body = { mcp_server_url: url, name: "Conformance", ...own, ...again };
    const { authorization_url } = await service.ok(authorizeMcpOAuth, { params, body }, as);
    const sent = await fetch(authorization_url, { redirect: "manual" });
    const back = Object.fromEntries(new URL(sent.headers.get("location") ?? "").searchParams) as { state: string; code: string };
    return (await service.ok(completeMcpOAuth, { body: back }, as)).id;
  };
  const call = async (connection_id: string) => {
    const of = { params: { connection_id } };
    const { success, tools = [] } = await service.ok(listConnectionTools, of, as);
    const tool = tools[0]?.name;
    if (!success || tool === undefined) return success;
    return (await service.ok(callConnectionTool, { ...of, body: { tool, arguments: {} } }, as)).success;
  };
  const connection_id = await signIn({});
  if (await call(connection_id)) return;
  await signIn({ reconnect_instance_id: connection_id });
  if (!(await call(connection_id))) throw new Error("no call went through");
}

/** One scenario at a revision of the protocol: what it says that went wrong, or nothing. */
async function failuresOf(scenario: string, revision: string, bridge: string): Promise<string[]> {
  const command = `${process.execPath} ${client}`;
  const args = [tests, "client", "--scenario", scenario, "--spec-version", revision, "--command", command];
  const run = spawn(process.execPath, args, { env: { ...process.env, SERVICE_UNDER_TEST: bridge } });
  const [said, errors] = await Promise.all([text(run.stdout), text(run.stderr), once(run, "close")]);
  return run.exitCode === 0 ? [] : [`${scenario} at ${revision}:\n${said}\n${errors}`];
}

it("signs in as every scenario of the protocol's own conformance tests asks", { timeout: 600_000 }, async () => {
  const service = await startService({ env: { OUTBOUND_ALLOW: "localhost,127.0.0.1", BASE_URL: "https://conformance-test.local" } });
  const person = await newcomer(service);
  const bridge = createServer((request, response) => {
    void text(request)
      .then((body) => connectAndCall(service, person, JSON.parse(body) as Asked))
      .then(
        () => response.end("done"),
        (error: unknown) => response.writeHead(400).end(String(error)),
      );
  });
  await once(bridge.listen(0, "127.0.0.1"), "listening");
  const at = `http://127.0.0.1:${(bridge.address() as AddressInfo).port}`;
  const failures: string[] = [];
  let done = 0;
  for (const revision of revisions) {
    const list = spawn(process.execPath, [tests, "list", "--client", "--spec-version", revision]);
    const scenarios = [...(await text(list.stdout)).matchAll(/^ {2}- (auth\/\S+) \[(?!extension)/gm)].map(([, name]) => name ?? "");
    for (const scenario of scenarios) {
      failures.push(...(await failuresOf(scenario, revision, at)));
      done += 1;
    }
  }
  bridge.close();
  await service.close();
  expect(failures).toEqual([]);
  expect(done).toBeGreaterThanOrEqual(39);
});

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { listConnectionTools } from "#contract/connections/connection-tools.ts";
import { listMyTeams } from "#contract/teams/profile.ts";
import { type Cluster, startCluster } from "#server/testing/cluster.ts";
import { startMcpServer } from "#server/testing/mcp-server.ts";
import { startOAuthServer, type TestOAuthServer } from "#server/testing/oauth-server.ts";
import { report, scaled } from "#server/testing/proof.ts";
import type { ServiceProcess } from "#server/testing/service-process.ts";
import { random } from "#server/testing/seed.ts";

const size = 3;
const callers = 30;

/** A person in a browser: signs in here, then there, and comes back. Returns the id of the connection. */
async function connecting(process: ServiceProcess, issuer: TestOAuthServer, mcp_server_url: string) {
  const { url } = process;
  const headers = { "content-type": "application/json", origin: url };
  const credentials = { email: "owner@example.com", password: "correct horse battery" };
  const signedIn = await fetch(`${url}/v2/session`, { method: "POST", headers, body: JSON.stringify(credentials) });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const teamId = (await process.call(listMyTeams, {})).teams[0]?.id ?? "";
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, { method: "POST", headers: { ...headers, cookie }, body: JSON.stringify(body) });
    expect(answer.status, path).toBeLessThan(300);
    return (await answer.json()) as { authorization_url: string; id: string };
  };
  return async (repaired?: string): Promise<string> => {
    const body = { mcp_server_url, name: "Issues", ...(repaired && { reconnect_instance_id: repaired }) };
    const { authorization_url } = await post(`/v2/teams/${teamId}/connections/oauth/mcp/start`, body);
    return (await post("/v2/connections/oauth/mcp/complete", Object.fromEntries(await issuer.consent(authorization_url)))).id;
  };
}

/** Asks for the tools of a connection, so many times at every one of the processes at once. Returns the outcomes that there were. */
async function asking(processes: readonly ServiceProcess[], connection_id: string): Promise<Set<boolean>> {
  const one = async (process: ServiceProcess) => (await process.call(listConnectionTools, { params: { connection_id } })).success;
  const all = processes.flatMap((process) => Array.from({ length: callers }, () => one(process)));
  return new Set((await Promise.allSettled(all)).flatMap((done) => (done.status === "fulfilled" ? [done.value] : [])));
}

const setting = ({ pool }: Cluster, id: string) => ({
  expire: () => pool.query("update connections set access_expires_at = now() - interval '1 second' where id = $1", [id]),
  /** Half a minute passes for the row. */
  endLease: () =>
    pool.query("update connections set refresh_until = now() - interval '1 second' where id = $1 and refresh_until is not null", [id]),
  async found() {
    const { rows } = await pool.query<{ broken_reason: string | null; events: number }>(
      `select broken_reason, (select count(*)::int from events where type = 'connection.broken' and subject_id = $1) as events
       from connections where id = $1`,
      [id],
    );
    return rows[0] ?? { broken_reason: "gone", events: 0 };
  },
});

test(
  "90 callers of three processes renew once an expiry, and a killed one loses a sign-in only with its answer on the way",
  { timeout: 1_800_000 },
  async () => {
    const server = await startMcpServer([{ name: "search", inputSchema: { type: "object" } }]);
    const issuer = await startOAuthServer(server);
    const env = { OUTBOUND_ALLOW: `${server.host},${issuer.host}`, ALLOWED_HOSTS: "127.0.0.1" };
    const cluster = await startCluster(
      size,
      Array.from({ length: size }, () => env),
    );
    try {
      const [first] = cluster.processes;
      if (!first) throw new Error("A cluster has a process.");
      const connect = await connecting(first, issuer, server.url);
      const id = await connect();
      const { expire, endLease, found } = setting(cluster, id);
      const renewals = () => issuer.granted.filter((grant) => grant === "refresh_token").length;

      const expiries = scaled(15, 3);
      for (let n = 0; n < expiries; n++) {
        await expire();
        expect(await asking(cluster.processes, id)).toEqual(new Set([true]));
      }
      expect([renewals(), await found()]).toEqual([expiries, { broken_reason: null, events: 0 }]);

      let lost = 0;
      for (let round = 0; round < scaled(40, 6); round++) {
        const [victim, ...others] = cluster.processes.map((_, i) => cluster.processes[(round + i) % size]) as ServiceProcess[];
        if (!victim) throw new Error("A cluster has a process.");
        const before = { renewals: renewals(), events: (await found()).events };
        await expire();
        const answering = Promise.withResolvers<void>();
        if (round % 2 === 0)
          issuer.hold = async () => {
            issuer.hold = undefined;
            answering.resolve();
            await sleep(60_000, undefined, { ref: false });
          };
        const cut = asking([victim], id);
        await (round % 2 === 0 ? answering.promise : sleep(random() * 60));
        await victim.end("SIGKILL");
        issuer.hold = undefined;
        await cut;
        await endLease();
        const outcomes = await asking(others, id);
        const { broken_reason, events } = await found();
        if (round % 2 === 0) expect(broken_reason).toBe("renewal_lost");
        expect(outcomes).toEqual(new Set([broken_reason === null]));
        expect(events - before.events).toBe(broken_reason === null ? 0 : 1);
        expect(renewals() - before.renewals).toBe(broken_reason === null ? 1 : 2);
        if (broken_reason !== null) {
          expect(broken_reason).toBe("renewal_lost");
          lost++;
        }
        await victim.start();
        if (broken_reason !== null) expect(await (await connecting(victim, issuer, server.url))(id)).toBe(id);
        expect(await asking(cluster.processes, id)).toEqual(new Set([true]));
      }
      report(`${expiries} expiries, as many exchanges; ${lost} sign-ins lost by kills, each said once`);
    } finally {
      await cluster.close();
      await issuer.close();
      await server.close();
    }
  },
);

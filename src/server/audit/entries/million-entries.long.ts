import { expect, test } from "vitest";
import { listAuditEntries } from "#contract/audit/audit.ts";
import { verifyAuditLog } from "#contract/audit/verification.ts";
import type { CallInput } from "#contract/endpoint.ts";
import { sealEntries } from "#server/audit/seals/seal-entries.ts";
import { planting } from "#server/testing/planting.ts";
import { listTime, report, scaled, took } from "#server/testing/proof.ts";
import { startService, type TestService } from "#server/testing/service.ts";

const entries = scaled(1_000_000, 5_000);
/** Of a hundred answers of the store and the service together, 99 take less, in ms. */
const most = 50;

/** A year of 500 people: agents and queues, half of them by a key; now and then something rare. */
const seeded = `
  insert into audit_entries (organization_id, at, type, operation, actor_kind, actor_id, actor_name, door, credential_id, credential_name, address,
    request_id, team_id, object_kind, object_id, object_name, facts, changes, words)
  select $1, now() - (($3 - n) * interval '30 s'), t.type, 'updateAgent', 'user', (lpad(to_hex(n % 500), 8, '0') || '-0000-4000-8000-000000000000')::uuid,
    'Person ' || n % 500, case when n % 1000 = 0 then 'run' when n % 2 = 0 then 'api_key' else 'console' end, null, null, '192.0.2.' || n % 250,
    gen_random_uuid(), $2, t.kind, (lpad(to_hex(n % 20000), 8, '0') || '-0000-4000-9000-000000000000')::uuid, 'Object ' || n % 20000, '{}',
    '[{"field": "name", "from": "Before", "to": "After"}]',
    array_to_tsvector(array['person', (n % 500)::text, 'object', (n % 20000)::text])
  from generate_series(1, $3::int) n,
    lateral (select case when n % 50000 = 0 then 'agent.deleted' when n % 3 = 0 then 'queue.updated' else 'agent.updated' end as type,
      case when n % 3 = 0 then 'queue' else 'agent' end as kind) t`;

const narrowed: Readonly<Record<string, NonNullable<CallInput<typeof listAuditEntries>["query"]>>> = {
  "no filter": {},
  "a common type": { type: "agent.updated" },
  "a rare type": { type: "agent.deleted" },
  "a kind": { kind: "queue" },
  "a person": { person: "000001f3-0000-4000-8000-000000000000" },
  "an object": { object_id: "00004e1f-0000-4000-9000-000000000000" },
  "a common door": { door: "api_key" },
  "a rare door": { door: "run" },
  "the last day": { since: new Date(Date.now() - 86_400_000).toISOString() },
  "a word of all": { search: "person" },
  "a word of few": { search: "object 19999" },
  "a word of none": { search: "nobody" },
};

test("of a million entries a page comes in less than 50 ms, and all of them are sealed and compared", { timeout: 3_600_000 }, async () => {
  const service = await startService();
  try {
    const { organizationId, teamId } = service;
    await planting(service.pool, ["audit_entries"], (client) => client.query(seeded, [organizationId, teamId, entries]));
    const slow: string[] = [];
    for (const [what, query] of Object.entries(narrowed)) if ((await listTime(what, pagesOf(service, query))) >= most) slow.push(what);
    expect(slow).toEqual([]);
    const sealing = await took(() => sealEntries(service.app.services, () => false));
    let checked = 0;
    const verifying = await took(async () => {
      for (let after: number | null = 0; after !== null;) {
        const answer: { checked: number; problems: readonly unknown[]; next: number | null } = await service.ok(
          verifyAuditLog,
          { params: { orgId: service.organizationId }, query: { after } },
          { as: "director" },
        );
        expect(answer.problems).toEqual([]);
        checked += answer.checked;
        after = answer.next;
      }
    });
    report(`sealed in ${(sealing / 1000).toFixed(1)} s, compared in ${(verifying / 1000).toFixed(1)} s`);
    expect(checked).toBe(entries);
    const { rows } = await service.pool.query<{ bytes: string }>("select pg_total_relation_size('audit_entries') as bytes");
    report(`${Math.round(Number(rows[0]?.bytes) / entries)} bytes an entry, with its indexes`);
  } finally {
    await service.close();
  }
});

/** First pages and pages behind them. */
function pagesOf(service: TestService, query: object): (n: number) => Promise<void> {
  let after: string | null | undefined;
  return async (n) => {
    const page: { next: string | null } = await service.ok(
      listAuditEntries,
      { params: { orgId: service.organizationId }, query: { ...query, ...(after && n % 10 !== 0 && { after }) } },
      { as: "director" },
    );
    after = page.next;
  };
}

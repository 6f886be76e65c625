import { acceptRevisionGeneration, getRevisionGeneration } from "#contract/agents/builder-runs.ts";
import { buildClarityAutomation, getClarityAutomation } from "#contract/clarity/automation.ts";
import { completeClarityCapture, createClarityCaptureUploadUrl } from "#contract/clarity/captures.ts";
import { generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { createClarityProcess, getClarityProcess } from "#contract/clarity/processes.ts";
import { promoteClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import { checking } from "#server/gates/stage/clarity-steps.ts";
import type { Service } from "./service.ts";
import type { TeamWork } from "./team-work.ts";
import { until } from "./until.ts";

/** The work of a company that sells and buys: areas with their processes, in the order of the map. */
const company: Readonly<Record<string, readonly string[]>> = {
  Sales: [
    "Answer a request for a quote",
    "Approve a discount",
    "Check customer credit",
    "Renew a contract",
    "Set up a customer",
    "Handle a lost deal",
    "Forecast the quarter",
  ],
  Purchasing: [
    "Order supplies",
    "Choose a supplier",
    "Set up a supplier",
    "Negotiate a contract",
    "Follow up a late order",
    "Rate suppliers",
    "Approve a purchase",
  ],
  Finance: [
    "Pay a supplier’s invoice",
    "Collect overdue payments",
    "Reconcile the bank",
    "Close the month",
    "Report sales tax",
    "Reimburse expenses",
    "Run payroll",
    "Plan liquidity",
    "Audit a vendor",
  ],
  Orders: [
    "Enter an order",
    "Change an order",
    "Release a blocked order",
    "Confirm delivery dates",
    "Handle a backorder",
    "Issue an invoice",
    "Handle a return",
    "Credit a customer",
  ],
  Warehouse: [
    "Receive goods",
    "Inspect goods",
    "Put away",
    "Pick and pack",
    "Ship an order",
    "Count stock",
    "Report a shortage",
    "Scrap goods",
  ],
  IT: ["Grant access", "Remove access", "Handle an incident", "Order hardware", "Change a system", "Restore a backup", "Review licenses"],
  People: [
    "Hire somebody",
    "Onboard a new hire",
    "Change a contract",
    "Approve leave",
    "Offboard somebody",
    "Review performance",
    "Train on safety",
  ],
  "Customer care": [
    "Answer a request",
    "Solve a complaint",
    "Escalate a case",
    "Refund a customer",
    "Recall a product",
    "Survey customers",
    "Update help pages",
  ],
};
const links = [
  ["Order supplies", "Pay a supplier’s invoice", "hands_off_to", "confirmed"],
  ["Receive goods", "Pay a supplier’s invoice", "hands_off_to", "confirmed"],
  ["Pay a supplier’s invoice", "Close the month", "hands_off_to", "suggested"],
  ["Enter an order", "Pick and pack", "hands_off_to", "confirmed"],
  ["Handle a return", "Inspect goods", "shares_step_with", "confirmed"],
  ["Onboard a new hire", "Grant access", "hands_off_to", "suggested"],
] as const;

/** Fills the landscape of a team's organization. `copies`: how often the company is there. */
export async function plantLandscape(
  service: Service,
  { teamId, userId, copies = 1 }: { teamId: string; userId: string; copies?: number },
): Promise<void> {
  const areas = Array.from({ length: copies }, (_, copy) =>
    Object.entries(company).map(([area, processes]) => ({ area: copy === 0 ? area : `${area} ${copy + 1}`, processes })),
  ).flat();
  await service.query(
    `with given as (select a.area, a.processes, row_number() over () as at from jsonb_to_recordset($1::jsonb) as a(area text, processes jsonb)),
       org as (select organization_id as id from teams where id = $2),
       placed as (insert into clarity_nodes (id, organization_id, kind, name, existence, source, sort_order)
         select gen_random_uuid(), org.id, 'area', area, 'active', 'human', at from given, org returning id, name),
       named as (select gen_random_uuid() as id, p.id as parent, n.name, n.at from given g join placed p on p.name = g.area
         cross join lateral jsonb_array_elements_text(g.processes) with ordinality as n(name, at)),
       made as (insert into clarity_processes (id, team_id, user_id, name, status, updated_at)
         select id, $2, $3, name, case when at % 3 = 1 then 'review' when at = 8 then 'generation_failed' else 'draft' end,
           now() - interval '7 hours' * at from named returning id)
     insert into clarity_nodes (id, organization_id, parent_id, kind, process_id, name, existence, source, sort_order)
     select gen_random_uuid(), org.id, parent, 'process', n.id, n.name, 'active', 'human', n.at from named n, org`,
    [JSON.stringify(areas), teamId, userId],
  );
  await service.query(
    `insert into clarity_captures (id, process_id, user_id, type, status)
     select gen_random_uuid(), p.id, $2, (array['interview', 'document', 'video'])[1 + n % 3], 'complete'
     from clarity_processes p, generate_series(0, 2) n where p.team_id = $1 and (p.status = 'review' or ascii(right(p.name, 1)) % 3 > n)`,
    [teamId, userId],
  );
  await service.query(
    `insert into clarity_snapshots (id, process_id, kind, status, creator_type, user_id, data)
     select gen_random_uuid(), id, 'current_process', 'live', 'ai', $2, json_build_object('version', 1, 'steps', $3::json, 'summary',
       'Incoming work is recorded, checked against the order, approved by its owner and closed on Friday.')
     from clarity_processes where team_id = $1 and status = 'review'`,
    [teamId, userId, JSON.stringify(checking())],
  );
  await service.query(
    `insert into clarity_links (id, organization_id, source_node_id, target_node_id, type, state)
     select gen_random_uuid(), a.organization_id, a.id, b.id, l.type, l.state
     from jsonb_to_recordset($1::jsonb) as l(source text, target text, type text, state text)
     join clarity_nodes a on a.name = l.source join clarity_nodes b on b.name = l.target and b.organization_id = a.organization_id
     where a.organization_id = (select organization_id from teams where id = $2)
     on conflict do nothing`,
    [JSON.stringify(links.map(([source, target, type, state]) => ({ source, target, type, state }))), teamId],
  );
  await service.query(
    `insert into clarity_people (id, process_id, user_id, email, role)
     select gen_random_uuid(), p.id, case when n = 0 then $2::uuid end, case when n > 0 then (array['payables', 'treasury', 'audit'])[n] || '@example.com' end,
       (array['Process owner', 'AP clerk', 'Treasury', null])[n + 1]
     from clarity_processes p, generate_series(0, 3) n where p.team_id = $1 and p.name = 'Pay a supplier’s invoice'`,
    [teamId, userId],
  );
  await service.query(
    `insert into clarity_processes (id, team_id, user_id, name)
     select gen_random_uuid(), $1, $2, name from unnest(array['Badge visitors', 'Book travel']) name`,
    [teamId, userId],
  );
}

/** A document or a transcript of a process, read. Returns its id. */
export async function captureFile(team: TeamWork, process_id: string, file_name: string, bytes: string | Buffer): Promise<string> {
  const { signed_url, capture_id } = await team.call(createClarityCaptureUploadUrl, { params: { process_id }, body: { file_name } });
  await fetch(signed_url, { method: "PUT", body: new Uint8Array(Buffer.from(bytes)) });
  await team.call(completeClarityCapture, { params: { process_id, capture_id } });
  return capture_id;
}

interface BuiltDraft {
  readonly processId: string;
  readonly agentId: string;
  readonly buildId: string;
}

/** A process as its captures tell it, its live proposal, and the accepted draft of an agent that was built from that. */
export async function draftOfProcess(team: TeamWork, name: string, captures: Readonly<Record<string, string>>): Promise<BuiltDraft> {
  const { process } = await team.call(createClarityProcess, { params: { teamId: team.teamId }, body: { name } });
  const process_id = process.id;
  for (const [file, text] of Object.entries(captures)) await captureFile(team, process_id, file, text);
  for (const kind of ["current_process", "transformation_proposal"] as const) {
    await team.call(generateClarityProcessSnapshot, { params: { process_id, kind }, body: {} });
    const draft = await until(async () => {
      const found = await team.call(getClarityProcess, { params: { process_id }, query: { captures: "lite" } });
      const versions = kind === "current_process" ? found.current_process_versions : found.transformation_proposal_versions;
      return found.process.generation_progress === null ? versions[0] : undefined;
    });
    await team.call(promoteClarityProcessSnapshot, { params: { process_id, kind, snapshot_id: draft.id } });
  }
  await team.call(buildClarityAutomation, { params: { process_id }, body: {} });
  const { agent_id, build_id, builder_run_id } = await until(async () => {
    const { automation } = await team.call(getClarityAutomation, { params: { process_id } });
    return automation?.builder_run_status === "waiting_for_approve" ? automation : undefined;
  });
  const params = { build_id };
  const { builder_run } = await team.call(getRevisionGeneration, { params });
  await team.call(acceptRevisionGeneration, { params, body: { builder_run_id, expected_started_at: builder_run?.started_at ?? null } });
  return { processId: process_id, agentId: agent_id, buildId: build_id };
}

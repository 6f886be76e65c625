import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { getAgent, listAgents } from "#contract/agents/agents.ts";
import { getAutomation, listAutomations } from "#contract/agents/automations.ts";
import { getCase } from "#contract/queues/cases.ts";
import type { Reply } from "#contract/endpoint.ts";
import { getQueue, listQueues } from "#contract/queues/queues.ts";
import { findTeamCases } from "#contract/queues/team-cases.ts";
import { getRunDetails, listTeamRuns } from "#contract/runs/runs.ts";

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Found {
  readonly href: string;
  readonly title: string;
  readonly kind: string;
}

/** What of a team fits the text, and the object behind a pasted id. Asks once typing pauses. */
export function usePaletteSearch(teamId: string | undefined, text: string) {
  const settled = usePaused(text.trim(), 150);
  const id = uuidForm.test(settled) ? settled.toLowerCase() : undefined;
  const search = settled === "" ? {} : { search: settled.slice(0, 200) };
  const input = { params: { teamId: teamId ?? "" }, query: { limit: 6, ...search } };
  const enabled = teamId !== undefined && id === undefined;
  const agents = useQuery({ ...read(listAgents, input, { keepPrevious: true }), enabled });
  const runs = useQuery({ ...read(listTeamRuns, input, { keepPrevious: true }), enabled });
  // Few look for these: without a text they would only push down what is recent.
  const named = enabled && settled !== "";
  const automations = useQuery({ ...read(listAutomations, input, { keepPrevious: true }), enabled: named });
  const queues = useQuery({ ...read(listQueues, input, { keepPrevious: true }), enabled: named });
  // One letter fits nearly every case.
  const numbered = named && settled.length > 1;
  const sought = { params: input.params, query: { limit: 6, search: settled.slice(0, 200) } };
  const cases = useQuery({ ...read(findTeamCases, sought, { keepPrevious: true }), enabled: numbered });
  const run = useQuery({ ...read(getRunDetails, { params: { run_id: id ?? "" } }), enabled: id !== undefined, retry: false });
  const agent = useQuery({ ...read(getAgent, { params: { agent_id: id ?? "" } }), enabled: id !== undefined, retry: false });
  const automation = useQuery({ ...read(getAutomation, { params: { automation_id: id ?? "" } }), enabled: id !== undefined, retry: false });
  const queue = useQuery({ ...read(getQueue, { params: { queue_id: id ?? "" } }), enabled: id !== undefined, retry: false });

  const one = useQuery({ ...read(getCase, { params: { case_id: id ?? "" } }), enabled: id !== undefined, retry: false });
  // A case does not name its team; its queue does.
  const holder = one.data?.case.queue_id;
  const held = useQuery({ ...read(getQueue, { params: { queue_id: holder ?? "" } }), enabled: holder !== undefined, retry: false });

  const found: Found[] = [];
  if (id !== undefined && run.data) {
    const { team_id, title } = run.data.run;
    found.push({ href: pathTo("/t/$teamId/runs/$runId", { teamId: team_id, runId: id }), title, kind: "Run" });
  }
  if (id !== undefined && agent.data) {
    const { team_id, name } = agent.data.agent;
    found.push({ href: pathTo("/t/$teamId/agents/$agentId", { teamId: team_id, agentId: id }), title: name, kind: "Agent" });
  }
  if (id !== undefined && automation.data) {
    const { team_id, name } = automation.data.automation;
    found.push({
      href: pathTo("/t/$teamId/automations/$automationId", { teamId: team_id, automationId: id }),
      title: name,
      kind: "Automation",
    });
  }
  if (id !== undefined && queue.data) {
    const { team_id, name } = queue.data.queue;
    found.push({ href: pathTo("/t/$teamId/queues/$queueId", { teamId: team_id, queueId: id }), title: name, kind: "Queue" });
  }
  if (id !== undefined && one.data && held.data) {
    const { id: queueId, team_id } = held.data.queue;
    found.push({
      href: pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId: team_id, queueId, caseId: id }),
      title: one.data.case.title,
      kind: "Case",
    });
  }
  const lists = [agents, automations, queues, cases, runs];
  const lookups = [run, agent, automation, queue, one, held];
  return {
    agents: enabled ? (agents.data?.agents ?? []) : [],
    automations: named ? (automations.data?.automations ?? []) : [],
    queues: named ? (queues.data?.queues ?? []) : [],
    cases: numbered ? (cases.data?.cases ?? []) : [],
    runs: enabled ? waited(runs.data) : [],
    found,
    searching: settled !== text.trim() || [...lists, ...lookups].some((query) => query.isFetching),
    // An id is looked for everywhere: most of the answers say that it is none of theirs.
    failed: lists.some(({ isError }) => isError) || lookups.some(({ error }) => error && (error.status === 0 || error.status >= 500)),
  };
}

/** Each run with what it waits for, which an answer has beside them. */
function waited(answer: Reply<typeof listTeamRuns> | undefined) {
  return (answer?.data ?? []).map((run) => ({ ...run, wait: answer?.waits.find(({ run_id }) => run_id === run.id) }));
}

function usePaused(value: string, milliseconds: number): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return paused;
}

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { figuresRead } from "#api/figures.ts";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useMay, useRule } from "#api/roles.ts";
import { sessionQuery } from "#api/session-query.ts";
import { useFigures } from "#api/use-figures.ts";
import { createAgent, listAgents } from "#contract/agents/agents.ts";
import { scriptedModelName } from "#contract/agents/scripted-steps.ts";
import { listQueues } from "#contract/queues/queues.ts";
import { isEnough } from "#contract/rights.ts";
import { seesAllRuns } from "#contract/runs/rights.ts";
import { listTeamRuns } from "#contract/runs/runs.ts";
import { listTeamSchedules } from "#contract/schedules/schedule-firings.ts";
import { getCapabilities } from "#contract/teams/capabilities.ts";
import { createTeamInvite } from "#contract/teams/invites.ts";
import { listTeamMembers } from "#contract/teams/members.ts";
import { getTeam } from "#contract/teams/profile.ts";
import { ownZone } from "#ui/own-zone.ts";
import { hidesSteps } from "./home-page-hidden.ts";

export interface Step {
  readonly title: string;
  /** What it is good for, or what came of it. */
  readonly says: string;
  readonly done: boolean;
  /** When that was. */
  readonly at?: string | undefined;
  /** Where it is done. A run is started on the spot. */
  readonly go?: { readonly label: string; readonly link: string } | "start";
}

export interface Steps {
  readonly steps: readonly Step[];
  /** Nothing was started yet: there is nothing else to tell. */
  readonly isNew: boolean;
  /** An agent was started by something other than a person, or something will start it. */
  readonly runsByItself: boolean;
}

/** Runs of a team that knows its way. */
const many = 200;
const one = { limit: 1 } as const;
/** Sources of runs that nobody started by hand. */
const byItself = new Set(["scheduling", "event_trigger", "case_trigger"]);

/**
 * The first steps of a team, each ticked by what is there. Undefined while that is not known, for a team past them, and for who cannot take them.
 * `wanted`: nobody put them away.
 */
export function useSteps(teamId: string, wanted: boolean): Steps | undefined {
  const enabled = useMay(createAgent) && wanted;
  const seesAll = useRule(seesAllRuns);
  const invites = useMay(createTeamInvite);
  const first = firstReads(teamId);
  const agents = useQuery({ ...first.agents, enabled }).data;
  const runs = useQuery({ ...first.runs, enabled }).data;
  // Below Manager only one's own runs are known: whether the team has some shows in its agents.
  const isEarly = enabled && agents !== undefined && runs !== undefined && (seesAll ? runs.total <= many : agents.total === 0);
  const then = furtherReads(teamId);
  const sources = useFigures(then.sources, ["run"], isEarly).data?.answers[0];
  const team = useQuery({ ...then.team, enabled: isEarly }).data?.team;
  const models = useQuery({ ...then.capabilities, enabled: isEarly }).data?.models;
  const queues = useQuery({ ...then.queues, enabled: isEarly }).data?.queues;
  const schedules = useQuery({ ...then.schedules, enabled: isEarly }).data;
  const members = useQuery({ ...then.members, enabled: isEarly }).data;
  if (!isEarly || !team || !models || !queues || !schedules || !members) return undefined;

  const [agent] = agents.agents;
  const model = models.find(({ name }) => name !== scriptedModelName);
  const queue = queues.find(({ case_counts: counts }) => Object.values(counts).some((count) => count > 0));
  const runsByItself =
    schedules.total > 0 ||
    agents.agents.some(({ case_trigger_enabled: starts }) => starts) ||
    (sources?.rows ?? []).some(({ by: [source] }) => byItself.has(source ?? ""));
  return {
    isNew: agents.total === 0 || (seesAll && runs.total === 0),
    runsByItself,
    steps: [
      { title: "Create the team", says: team.name, done: true, at: team.created_at },
      {
        title: "Connect a model",
        says: model
          ? `${model.label} is connected. The practice model works without a key`
          : "Set OPENAI_API_KEY, ANTHROPIC_API_KEY or MODEL_BASE_URL and restart the service. Until then the practice model works without a key",
        done: model !== undefined,
      },
      {
        title: "Create your first agent",
        says: "Write what it should do, or give it a Python program",
        done: agents.total > 0,
        at: agents.total === 1 ? agent?.created_at : undefined,
        go: { label: "New agent", link: pathTo("/t/$teamId/agents/new", { teamId }) },
      },
      {
        title: "Start a run and watch it work",
        says: "Each message, tool call and file appears as it happens",
        done: runs.total > 0,
        go: "start",
      },
      {
        title: "Add cases to a queue",
        says: "Import a CSV file: its columns become fields. Or let an agent add them",
        done: queue !== undefined,
        go: queues[0]
          ? { label: "Import cases", link: pathTo("/t/$teamId/queues/$queueId/import", { teamId, queueId: queues[0].id }) }
          : { label: "Open the queues", link: pathTo("/t/$teamId/queues", { teamId }) },
      },
      {
        title: "Start it automatically",
        says: "Cases of a queue, a schedule or an event can start an agent",
        done: runsByItself,
        ...(agent && {
          go: {
            label: "Add a schedule",
            link: pathTo("/t/$teamId/agents/$agentId", { teamId, agentId: agent.id }, { tab: "schedules" }),
          },
        }),
      },
      {
        title: "Invite a colleague",
        says: "Approvals can require a second person",
        done: members.total > 1,
        ...(invites && { go: { label: "Invite people", link: pathTo("/t/$teamId/invites", { teamId }) } }),
      },
    ],
  };
}

/** What tells whether a team takes its first steps. */
function firstReads(teamId: string) {
  const inTeam = { params: { teamId } };
  return {
    agents: read(listAgents, { ...inTeam, query: { limit: 50, offset: 0 } }),
    runs: read(listTeamRuns, { ...inTeam, query: one }),
  };
}

/** What ticks them. */
function furtherReads(teamId: string) {
  const inTeam = { params: { teamId } };
  const query = { name: "sources", source: "runs" as const, measures: ["count"], by: ["source"], filters: [] };
  return {
    sources: figuresRead(teamId, { zone: ownZone(), range: "all_time", queries: [query] }),
    team: read(getTeam, inTeam),
    capabilities: read(getCapabilities),
    queues: read(listQueues, { ...inTeam, query: {} }),
    schedules: read(listTeamSchedules, { ...inTeam, query: { ...one, enabled: "true" } }),
    members: read(listTeamMembers, { ...inTeam, query: one }),
  };
}

/** Asks for what the first steps of a team need: they take the place of all else, and come with the page. */
export async function loadSteps(client: QueryClient, teamId: string): Promise<void> {
  const session = await client.ensureQueryData(sessionQuery);
  const role = session?.teams.find(({ id }) => id === teamId)?.role;
  if (!session || !role || !isEnough(createAgent, role) || hidesSteps(session.user.id, teamId)) return;
  const { agents, runs } = firstReads(teamId);
  const [, { total }] = await Promise.all([client.ensureQueryData(agents), client.ensureQueryData(runs)]);
  if (total > many) return;
  const { sources, team, capabilities, queues, schedules, members } = furtherReads(teamId);
  await Promise.allSettled([
    client.ensureQueryData(sources),
    client.ensureQueryData(team),
    client.ensureQueryData(capabilities),
    client.ensureQueryData(queues),
    client.ensureQueryData(schedules),
    client.ensureQueryData(members),
  ]);
}

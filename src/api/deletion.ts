import { pathTo } from "./path-to.ts";
import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Deletion, type Effect, type EffectKind, effectsOf, goesOnLater } from "#contract/deletion.ts";
import type { ApiError } from "./client.ts";
import { useTeam } from "./session.ts";

/** What completes a number: "1 label", "3 labels". */
const words: Record<EffectKind, readonly [one: string, many: string]> = {
  agents: ["agent", "agents"],
  queues: ["queue", "queues"],
  folders: ["subfolder", "subfolders"],
  revisions: ["revision", "revisions"],
  cases: ["case", "cases"],
  attachments: ["attachment", "attachments"],
  labels: ["label", "labels"],
  rubrics: ["rubric", "rubrics"],
  views: ["saved view", "saved views"],
  triggers: ["paused case trigger", "paused case triggers"],
  paused: ["paused case trigger", "paused case triggers"],
  schedules: ["schedule", "schedules"],
  eventTriggers: ["event trigger", "event triggers"],
  connections: ["connection", "connections"],
  memory: ["memory file", "memory files"],
  suggestions: ["open suggestion", "open suggestions"],
  files: ["file", "files"],
  versions: ["earlier version", "earlier versions"],
  keys: ["API key is revoked", "API keys are revoked"],
  ownSchedules: ["schedule is paused", "schedules are paused"],
  ownTriggers: ["event trigger is paused", "event triggers are paused"],
  ownCredentials: [
    "personal connection, secret or login is out of use until they return",
    "personal connections, secrets and logins are out of use until they return",
  ],
  runs: ["active run is stopped for good", "active runs are stopped for good"],
  asked: [
    "of these runs belongs to another agent that was asked for help",
    "of these runs belong to other agents that were asked for help",
  ],
  requests: ["open request is withdrawn", "open requests are withdrawn"],
  jobs: ["bulk change ends early", "bulk changes end early"],
  generations: ["open generation is discarded", "open generations are discarded"],
  scheduled: ["schedule starts nothing until it is restored", "schedules start nothing until it is restored"],
  pausedSchedules: ["agent has a schedule that is paused", "agents have schedules that are paused"],
  pausedTriggers: ["event trigger is paused", "event triggers are paused"],
  listening: ["event trigger starts nothing until it is restored", "event triggers start nothing until it is restored"],
  starts: ["agent no longer runs automatically", "agents no longer run automatically"],
  started: ["queue no longer starts it", "queues no longer start it"],
  waiting: ["queue then starts no agent", "queues then start no agent"],
  idle: ["pending case waits until an agent is assigned", "pending cases wait until an agent is assigned"],
  live: ["agent uses it in its live revision", "agents use it in their live revisions"],
  automatic: ["of these agents runs automatically", "of these agents run automatically"],
  drafts: ["agent uses it in drafts", "agents use it in drafts"],
  previous: ["agent uses it in previous revisions", "agents use it in previous revisions"],
  automations: ["automation uses it", "automations use it"],
  running: ["automation runs it in its active revision", "automations run it in their active revisions"],
  routed: ["queue is no longer routed to an agent", "queues are no longer routed to an agent"],
  granted: ["other team can no longer use it", "other teams can no longer use it"],
  adders: ["agent can no longer add cases", "agents can no longer add cases"],
  assigned: [
    "case is no longer assigned to it, and any agent can take it",
    "cases are no longer assigned to it, and any agent can take them",
  ],
  labeled: ["case loses it", "cases lose it"],
  filters: ["saved view filters by it and finds no cases", "saved views filter by it and find no cases"],
  unfiled: ["agent moves to the top level", "agents move to the top level"],
  unfiledQueues: ["queue moves to the top level", "queues move to the top level"],
};

type PlaceOf = (teamId: string, id: string) => string;
const agents: PlaceOf = (teamId, agentId) => pathTo("/t/$teamId/agents/$agentId", { teamId, agentId });
const automations: PlaceOf = (teamId, automationId) => pathTo("/t/$teamId/automations/$automationId", { teamId, automationId });
const queues: PlaceOf = (teamId, queueId) => pathTo("/t/$teamId/queues/$queueId", { teamId, queueId });

/** Where what is named has its page. */
const places: Partial<Record<EffectKind, PlaceOf>> = {
  folders: (teamId, folder) => pathTo("/t/$teamId/agents", { teamId }, { folder }),
  agents,
  triggers: agents,
  eventTriggers: agents,
  pausedSchedules: agents,
  pausedTriggers: agents,
  starts: agents,
  live: agents,
  automatic: agents,
  drafts: agents,
  previous: agents,
  adders: agents,
  unfiled: agents,
  queues,
  paused: queues,
  started: queues,
  waiting: queues,
  routed: queues,
  unfiledQueues: queues,
  automations,
  running: automations,
};

/**
 * What a deletion would do, in words; read when somebody asks, and kept from moving while they read. `whyNot` looks once more, and says why the
 * deletion should not be sent yet: nobody has seen what it does, or it does more than was shown. A number that grew is no reason. `lost` says once what
 * this tab discards with it. `later`: what a job goes on with.
 */
export function useDeletion<K extends QueryKey>(
  options: UseQueryOptions<Deletion, ApiError, Deletion, K>,
  findLost: () => string | undefined = nothing,
  /** Whose what is named is, where that is another team. */
  otherTeamId?: string,
) {
  const team = useTeam();
  const teamId = otherTeamId ?? team?.id;
  const [lost] = useState(findLost);
  const query = useQuery({
    ...options,
    // It reads no topic: what changes meanwhile is told on confirming, and what is gone is not asked for again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data: shown, refetch } = query;
  const whyNot = async () => {
    const { data: found, error } = await refetch({ cancelRefetch: false });
    if (error?.status === 404) return "It is no longer here, so nothing was changed. Somebody may have deleted it.";
    if (error || !found) return "The consequences could not be loaded, so nothing was changed. Try again.";
    if (!shown) return effectsOf(found).length === 0 ? undefined : "The consequences have just loaded. Read them, then confirm.";
    return grew(shown, found) ? "More is affected than the list showed. Read it again, then confirm." : undefined;
  };
  const linkOf = (kind: EffectKind, id: string) => {
    const place = places[kind];
    return teamId === undefined ? undefined : place?.(teamId, id);
  };
  const inWords = ({ kind, count, named }: Effect) => {
    const [one, many] = words[kind];
    return { count, one, many, named: named.map(({ id, name }) => ({ id, name, link: linkOf(kind, id) })) };
  };
  const data = shown && { deleted: shown.deleted.map(inWords), stops: shown.stops.map(inWords), changes: shown.changes.map(inWords) };
  return { ...query, data, whyNot, lost, later: shown ? goesOnLater(shown) : { runs: false, cases: false } };
}

const nothing = () => undefined;

/** Whether something of another kind, or something else that has a name, is affected now. */
function grew(shown: Deletion, found: Deletion): boolean {
  const before = new Map(effectsOf(shown).map((effect) => [effect.kind, effect]));
  return effectsOf(found).some(({ kind, count, named }) => {
    const known = before.get(kind);
    if (!known) return true;
    return named.some(({ id }) => !known.named.some((each) => each.id === id)) || (named.length > 0 && count > known.count);
  });
}

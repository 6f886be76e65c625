import { useQuery } from "@tanstack/react-query";
import type { EventTrigger } from "#contract/schedules/event-triggers.ts";
import { type TriggerSlug, isOfConnections } from "#contract/schedules/trigger-words.ts";
import { allSourcesRead, ownConnectionsRead } from "#features/schedules/queries.ts";
import { useNameOf } from "#lists/object-choice.tsx";
import { bytesOf } from "#ui/bytes.tsx";
import { wantedInWords } from "./trigger-words.ts";

/** Whether a trigger listens to a webhook source that takes nothing. */
export function useSourcePaused(teamId: string, { integration_slug, integration_instance_id: source }: EventTrigger): boolean {
  const { data } = useQuery({ ...allSourcesRead(teamId), enabled: integration_slug === "webhook" });
  return data?.sources.find(({ id }) => id === source)?.enabled === false;
}

/** What an event trigger listens to, and what the events have to be about. */
export function useTriggerWords(teamId: string, trigger: EventTrigger): { source: string | null; about: string[] } {
  const { filter_config: filter, integration_slug, integration_instance_id } = trigger;
  const slug = integration_slug as TriggerSlug;
  const isConnection = isOfConnections(slug) && trigger.connection_available;
  const sources = useQuery({ ...allSourcesRead(teamId), enabled: slug === "webhook" });
  const connections = useQuery({ ...ownConnectionsRead(teamId), enabled: isConnection });
  const known = slug === "webhook" ? sources.data?.sources : connections.data;
  const looking = (slug === "webhook" && sources.isLoading) || (isConnection && connections.isLoading);
  // Somebody else's connection is not among those that the viewer sees: its name is left out.
  const source = looking ? "…" : (known?.find(({ id }) => id === integration_instance_id)?.name ?? null);
  const queue = useNameOf("queue", filter.queue_id ?? null);
  const agent = useNameOf("agent", filter.agent_id ?? null);
  const about = [
    filter.queue_id && `in “${queue}”`,
    filter.agent_id && `by “${agent}”`,
    filter.priority && `priority ${filter.priority}`,
    filter.folder && `in the folder “${filter.folder}”`,
    filter.from_contains && `from contains “${filter.from_contains}”`,
    filter.to_contains && `to contains “${filter.to_contains}”`,
    filter.subject_contains && `subject contains “${filter.subject_contains}”`,
    filter.has_attachment !== undefined && (filter.has_attachment ? "with files" : "without files"),
    filter.text_contains && `text contains “${filter.text_contains}”`,
    filter.uri_contains && `address contains “${filter.uri_contains}”`,
    filter.path_contains && `path contains “${filter.path_contains}”`,
    filter.media_type_contains && `media type contains “${filter.media_type_contains}”`,
    filter.larger_than !== undefined && `larger than ${bytesOf(filter.larger_than)}`,
    filter.smaller_than !== undefined && `smaller than ${bytesOf(filter.smaller_than)}`,
    ...wantedInWords(filter),
    filter.title_contains && `title contains “${filter.title_contains}”`,
  ].filter((part): part is string => Boolean(part));
  return { source, about };
}

/** The same, after the type. */
export function TriggerFilterWords({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const { source, about } = useTriggerWords(teamId, trigger);
  const parts = [...(source === null ? [] : [`at “${source}”`]), ...about];
  return parts.length > 0 ? `: ${parts.join(", ")}` : null;
}

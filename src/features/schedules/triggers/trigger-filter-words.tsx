import { useQuery } from "@tanstack/react-query";
import type { EventTrigger } from "#contract/schedules/event-triggers.ts";
import { type TriggerSlug, isOfConnections } from "#contract/schedules/trigger-words.ts";
import { allSourcesRead, ownConnectionsRead } from "#features/schedules/queries.ts";
import { useNameOf } from "#lists/object-choice.tsx";
import { bytesOf } from "#ui/bytes.tsx";
import { conditionInWords } from "./trigger-words.ts";

/** What the events have to be about, after the type. */
export function TriggerFilterWords({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const { filter_config: filter, integration_slug } = trigger;
  const slug = integration_slug as TriggerSlug;
  const sources = useQuery({ ...allSourcesRead(teamId), enabled: slug === "webhook" });
  const source = sources.data?.sources.find(({ id }) => id === trigger.integration_instance_id)?.name ?? "…";
  const connections = useQuery({ ...ownConnectionsRead(teamId), enabled: isOfConnections(slug) });
  const connection = connections.data?.integrations.find(({ id }) => id === trigger.integration_instance_id)?.name ?? "…";
  const queue = useNameOf("queue", filter.queue_id ?? null);
  const agent = useNameOf("agent", filter.agent_id ?? null);
  const parts = [
    filter.queue_id && `in “${queue}”`,
    filter.agent_id && `by “${agent}”`,
    filter.priority && `priority ${filter.priority}`,
    slug === "webhook" && `at “${source}”`,
    isOfConnections(slug) && trigger.connection_available && `at “${connection}”`,
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
    filter.event_type && `type “${filter.event_type}”`,
    ...(filter.conditions ?? []).map(conditionInWords),
    filter.title_contains && `title contains “${filter.title_contains}”`,
  ].filter(Boolean);
  return parts.length > 0 ? `: ${parts.join(", ")}` : null;
}

import { requestOf } from "#api/list-request.ts";
import { read } from "#api/query.ts";
import type { SearchOf } from "#contract/list.ts";
import { webhookSourceList } from "#contract/schedules/webhook-source-list.ts";
import { getWebhookSourceEvent, listWebhookSourceEvents } from "#contract/schedules/webhook-source-events.ts";
import { listWebhookSources, previewWebhookSourceDeletion } from "#contract/schedules/webhook-sources.ts";

export const sourcesPerPage = 50;
export const eventsPerPage = 10;

type SourcesAsked = SearchOf<typeof webhookSourceList> & { readonly offset?: number };

export function sourcesRead(teamId: string, { offset = 0, ...search }: SourcesAsked) {
  const query = { limit: sourcesPerPage, offset, ...requestOf(webhookSourceList, search) };
  return read(listWebhookSources, { params: { teamId }, query }, { keepPrevious: true });
}

export function sourceEventsRead(source_id: string, offset: number) {
  return read(listWebhookSourceEvents, { params: { source_id }, query: { limit: eventsPerPage, offset } }, { keepPrevious: true });
}

export function sourceEventRead(source_id: string, event_id: string) {
  return read(getWebhookSourceEvent, { params: { source_id, event_id } });
}

export function sourceDeletionRead(source_id: string) {
  return read(previewWebhookSourceDeletion, { params: { source_id } });
}

import { type QueryKey, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Deletion, Effect, EffectKind } from "#contract/deletion.ts";
import type { ApiError } from "./client.ts";

/** What completes a number: "1 label", "3 labels". */
const words: Record<EffectKind, readonly [one: string, many: string]> = {
  cases: ["case", "cases"],
  attachments: ["attachment", "attachments"],
  labels: ["label", "labels"],
  rubrics: ["rubric", "rubrics"],
  views: ["saved view", "saved views"],
  triggers: ["paused case trigger", "paused case triggers"],
  runs: ["active run is stopped for good", "active runs are stopped for good"],
  requests: ["open request is withdrawn", "open requests are withdrawn"],
  jobs: ["bulk change ends early", "bulk changes end early"],
  starts: ["agent no longer runs automatically", "agents no longer run automatically"],
  live: ["agent loses it in its live revision", "agents lose it in their live revisions"],
  automatic: ["of these agents runs automatically", "of these agents run automatically"],
  drafts: ["agent loses it in drafts", "agents lose it in drafts"],
  previous: ["agent loses it in previous revisions", "agents lose it in previous revisions"],
  automations: ["automation loses it", "automations lose it"],
};

/** What a deletion would do, in words; read when somebody asks. */
export function useDeletion<K extends QueryKey>(teamId: string, options: UseQueryOptions<Deletion, ApiError, Deletion, K>) {
  const query = useQuery({ ...options, staleTime: 0 });
  const { data } = query;
  return { ...query, data: data && { deleted: data.deleted.map(inWords), stops: data.stops.map(inWords) } };

  function inWords({ kind, count, named }: Effect) {
    const [one, many] = words[kind];
    const page = kind === "automations" ? "automations" : "agents";
    return { count, one, many, named: named.map(({ id, name }) => ({ id, name, link: `/t/${teamId}/${page}/${id}` })) };
  }
}

import { useQuery } from "@tanstack/react-query";
import { read } from "#api/query.ts";
import { keptFor, previewRetention, type RetentionKind, type RetentionPreview } from "#contract/teams/retention.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Day } from "#ui/time.tsx";
import { useSettled } from "#ui/use-settled.ts";
import { retentionWords } from "./retention-words.ts";

/** What would go now with so many days; null: nothing would. */
export function useGoing(orgId: string, kind: RetentionKind, days: number | null) {
  const settled = useSettled(days, 300);
  const valid = keptFor(kind).safeParse({ days: settled }).success;
  const query = useQuery({
    ...read(previewRetention, { params: { orgId }, query: valid ? { [kind]: settled } : {} }),
    enabled: valid,
    // Counted anew whenever somebody asks: what was true a minute ago is no ground to remove things.
    staleTime: 0,
    gcTime: 0,
  });
  const same = Object.is(settled, days);
  return {
    query: { ...query, data: same && valid ? query.data : undefined },
    valid: valid || !same,
    loading: keptFor(kind).safeParse({ days }).success && (!same || (valid && query.isPending)),
    /** Nobody knows what would go. */
    failed: same && valid && query.isError,
    now: same && valid ? (query.data?.preview[kind].count ?? 0) : 0,
  };
}

export type Going = ReturnType<typeof useGoing>;

/** Says what goes at once, with exact numbers, or when the first of it goes. */
export function RetentionGoing({ kind, going }: { kind: RetentionKind; going: Going | undefined }) {
  if (!going) return <p className="text-sm text-ink-2">Nothing is removed.</p>;
  if (!going.valid) return null;
  return (
    <div aria-live="polite" className="rounded-md bg-sunken px-3 py-2 text-sm">
      <Loaded inline query={going.query} what="what would be removed" skeleton={<Skeleton className="h-5 w-60" />}>
        {({ preview }) => <GoingWords kind={kind} preview={preview} />}
      </Loaded>
    </div>
  );
}

function GoingWords({ kind, preview }: { kind: RetentionKind; preview: RetentionPreview }) {
  const { count, first_at } = preview[kind];
  const { one, except } = retentionWords[kind];
  if (count > 0)
    return (
      <>
        <p className="font-medium text-ink">{countWords[kind](preview)}</p>
        <p className="text-ink-2">This cannot be undone. Others follow as they reach this age. {except}</p>
      </>
    );
  if (first_at === null) return <p className="text-ink-2">There are none yet, so nothing is removed now.</p>;
  return (
    <p className="text-ink-2">
      Nothing is removed now. The first {one} is removed on <Day at={first_at} />.
    </p>
  );
}

const countWords: Record<RetentionKind, (preview: RetentionPreview) => string> = {
  runs: ({ runs, sandboxes: { bytes } }) =>
    `${counted(runs.count, "run is", "runs are")} removed now${bytes > 0 ? `, with ${bytesOf(bytes)} of files` : ""}.`,
  sandboxes: ({ sandboxes: { count, bytes } }) =>
    `${counted(count, "folder of run files is", "folders of run files are")} removed now${bytes > 0 ? `: ${bytesOf(bytes)}` : ""}.`,
  verdicts: ({ verdicts }) => `${counted(verdicts.count, "evaluation result is", "evaluation results are")} removed now.`,
  case_events: ({ case_events: { count, cases } }) =>
    `${counted(count, "event is", "events are")} removed now, from the history of ${counted(cases, "case", "cases")}.`,
  audit_entries: ({ audit_entries }) => `${counted(audit_entries.count, "audit entry is", "audit entries are")} removed now.`,
};

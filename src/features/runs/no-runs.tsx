import { Play } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { NoMatch } from "#ui/no-match.tsx";
import { isFiltered, type RunSearch } from "./run-search.ts";

/** An empty list: nothing fits the filters, or there never was a run. */
export function NoRuns({
  teamId,
  filters,
  fresh,
  onShow,
  onClear,
}: {
  teamId: string;
  filters: RunSearch;
  fresh: number;
  onShow: () => void;
  onClear: () => void;
}) {
  const show = fresh > 0 ? <Button onClick={onShow}>Show {fresh} new</Button> : null;
  if (isFiltered(filters)) {
    return (
      <NoMatch what="runs" action={show} onClear={onClear}>
        Search finds titles by the start of each word.
      </NoMatch>
    );
  }
  return (
    <EmptyState
      icon={Play}
      title="No runs yet"
      action={show ?? <LinkButton link={pathTo("/t/$teamId/agents", { teamId })}>Choose an agent</LinkButton>}
    >
      A run is one piece of work by an agent: its task, each step it took, and the result. Start one from an agent’s page.
    </EmptyState>
  );
}

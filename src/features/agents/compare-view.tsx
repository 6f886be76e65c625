import { useQuery } from "@tanstack/react-query";
import { GitCompare } from "lucide-react";
import type { Revision } from "#contract/agents/revisions.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { statusWord } from "#ui/status.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { ConfigDiff } from "./config-diff.tsx";
import { revisionRead, revisionsRead } from "./queries.ts";
import { nameOf, revisionTitle } from "./revision-names.ts";

interface CompareViewProps {
  teamId: string;
  build: Revision;
  /** The id of the other revision. */
  against: string | undefined;
  onAgainst: (id: string) => void;
}

/** What another revision has and what this one has instead. */
export function CompareView({ teamId, build, against, onAgainst }: CompareViewProps) {
  const list = useQuery(revisionsRead(build.agent_id));
  const others = (list.data?.builds ?? []).filter(({ id }) => id !== build.id);
  const otherId = against ?? others[0]?.id;
  const other = useQuery({ ...revisionRead(build.agent_id, otherId ?? ""), enabled: otherId !== undefined });
  const old = other.data?.build;
  // An address can name one that is not on the list's first page.
  const options = [...others, ...(old && !others.some(({ id }) => id === old.id) ? [old] : [])].map((each) => ({
    value: each.id,
    label: `${revisionTitle(each)} · ${nameOf(each)} · ${statusWord(each.status)}`,
  }));
  if (otherId === undefined && list.isPending) return <SkeletonRows />;
  if (otherId === undefined) {
    return (
      <EmptyState icon={GitCompare} title="Nothing to compare with">
        This is the only revision of the agent. Save a change as a draft and both can be compared here.
      </EmptyState>
    );
  }
  return (
    <>
      <Toolbar label="Compared revisions">
        <span className="text-sm text-ink-2">From</span>
        <div className="w-full max-w-80">
          <Select aria-label="Compare with" options={options} value={otherId} onChange={(event) => onAgainst(event.target.value)} />
        </div>
        <span className="text-sm text-ink-2">
          to <span className="font-medium text-ink">{revisionTitle(build)}</span>
        </span>
      </Toolbar>
      <div className="min-h-0 flex-1 overflow-y-auto p-3 md:p-5">
        <Loaded query={other} what="the other revision">
          {({ build: before }) =>
            before.config && build.config ? (
              <ConfigDiff teamId={teamId} before={before} after={build} from={before.config} to={build.config} />
            ) : null
          }
        </Loaded>
      </div>
    </>
  );
}

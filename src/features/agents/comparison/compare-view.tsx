import { revisionStates } from "#api/states/revision-states.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, GitCompare } from "lucide-react";
import type { Revision } from "#contract/agents/revisions.ts";
import { accessRead, revisionRead, revisionsRead } from "#features/agents/queries.ts";
import { nameOf, revisionTitle } from "#features/agents/revision-names.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { Toolbar } from "#ui/toolbar.tsx";
import { Comparison } from "./comparison.tsx";
import { RestoreButton } from "./restore-button.tsx";
import { useSkillNames } from "./use-skill-names.ts";

interface CompareViewProps {
  teamId: string;
  build: Revision;
  /** The id of the other revision. */
  against: string | undefined;
  mayEdit: boolean;
  unified: boolean;
  /** Shows another pair, `build` being what the other one became, or another look of this one. */
  onChange: (next: { build?: string; against?: string; unified?: boolean }) => void;
}

/** What another revision has and what this one has instead. */
export function CompareView({ teamId, build, against, mayEdit, unified, onChange }: CompareViewProps) {
  const list = useQuery(revisionsRead(build.agent_id));
  const known = list.data?.builds ?? [];
  const otherId = against ?? known.find(({ id }) => id !== build.id)?.id;
  const other = useQuery({ ...revisionRead(build.agent_id, otherId ?? ""), enabled: otherId !== undefined });
  const old = other.data?.build;
  if (otherId === undefined && list.data === undefined)
    return (
      <Loaded query={list} what="the revisions of this agent">
        {() => null}
      </Loaded>
    );
  if (otherId === undefined) {
    return (
      <EmptyState icon={GitCompare} title="Nothing to compare with">
        This agent has only one revision. Save a change as a draft to compare them.
      </EmptyState>
    );
  }
  const optionsBeside = (own: Revision | undefined, taken: string) => optionsOf([...known, ...(own ? [own] : [])], taken);
  return (
    <>
      <Toolbar
        label="Compared revisions"
        end={old && mayEdit && old.status !== "live" ? <RestoreButton teamId={teamId} build={old} from={build} /> : null}
      >
        <Picker label="From" options={optionsBeside(old, build.id)} value={otherId} onChange={(id) => onChange({ against: id })} />
        <IconButton
          size="sm"
          icon={ArrowLeftRight}
          label="Swap revisions"
          onClick={() => onChange({ build: otherId, against: build.id })}
        />
        <Picker
          label="To"
          options={optionsBeside(build, otherId)}
          value={build.id}
          onChange={(id) => onChange({ build: id, against: otherId })}
        />
      </Toolbar>
      <Loaded query={other} what="the other revision">
        {({ build: before }) => (
          <Pair teamId={teamId} before={before} after={build} unified={unified} onUnified={(next) => onChange({ unified: next })} />
        )}
      </Loaded>
    </>
  );
}

interface PairProps {
  teamId: string;
  before: Revision;
  after: Revision;
  unified: boolean;
  onUnified: (unified: boolean) => void;
}

function Pair({ before, after, ...rest }: PairProps) {
  const skillNames = useSkillNames(rest.teamId, before.config, after.config);
  const old = useQuery(accessRead(before));
  const now = useQuery(accessRead(after));
  const titles = { beforeTitle: sideTitle(before, after), afterTitle: sideTitle(after, before) };
  if (!before.config || !after.config) {
    return (
      <EmptyState icon={GitCompare} title="Nothing to compare">
        {revisionTitle(before.config ? after : before)} has no configuration.
      </EmptyState>
    );
  }
  const reads = [old, now];
  // Another service may not say what lies outside of a configuration; the configurations are compared all the same.
  const failed = reads.find(({ error }) => error && error.code !== "not_offered");
  if (failed || reads.some(({ isPending }) => isPending)) {
    return (
      <Loaded query={{ ...(failed ?? old), data: undefined }} what="the permissions of these revisions">
        {() => null}
      </Loaded>
    );
  }
  return (
    <Comparison
      // Another pair is another walk.
      key={`${before.id} ${after.id}`}
      before={{ config: before.config, access: old.data?.entries, skillNames }}
      after={{ config: after.config, access: now.data?.entries, skillNames }}
      {...titles}
      {...rest}
    />
  );
}

/** What a side is beside the other one: the newer revision is not always the one on the right. */
function sideTitle(build: Revision, other: Revision): string {
  if (build.status === "live") return "Live now";
  const age = build.revision_number < other.revision_number ? "older" : "newer";
  return `${revisionTitle(build)} (${build.status === "draft" ? "draft" : age})`;
}

interface PickerProps {
  label: string;
  options: { value: string; label: string }[];
  value: string;
  onChange: (id: string) => void;
}

function Picker({ label, options, value, onChange }: PickerProps) {
  return (
    <label className="flex max-w-96 min-w-0 flex-1 basis-60 items-center gap-2 text-sm text-ink-2">
      <span className="shrink-0 max-sm:w-9">{label}</span>
      <span className="min-w-0 flex-1">
        <Select options={options} value={value} onChange={(event) => onChange(event.target.value)} />
      </span>
    </label>
  );
}

/** An address can name a revision that is not on the list's first page. */
function optionsOf(builds: readonly Revision[], without: string): { value: string; label: string }[] {
  return [...new Map(builds.map((each) => [each.id, each])).values()]
    .filter(({ id }) => id !== without)
    .map((each) => ({ value: each.id, label: `${revisionTitle(each)} · ${nameOf(each)} · ${revisionStates[each.status].word}` }));
}

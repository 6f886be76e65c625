import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { modesOf } from "#contract/clarity/flow/lanes.ts";
import { changesWithLanes } from "#contract/clarity/flow/lane-changes.ts";
import { comparedLayouts } from "#contract/clarity/layout/layout.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import type { CurrentProcessVersion, ProposalVersion } from "#contract/clarity/process.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import { leastText } from "#features/clarity/map/zoom.ts";
import { FlowDrawing } from "#features/clarity/map/flow-drawing.tsx";
import { withoutJudgement } from "#features/clarity/judged.ts";
import type { Mark } from "#features/clarity/map/marks.ts";
import { snapshotRead } from "#features/clarity/queries.ts";
import { comparable, type Comparable, versionStates } from "#features/clarity/version-words.ts";
import { counted } from "#ui/counted.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Select } from "#ui/select.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { SidePanel } from "#ui/side-panel.tsx";
import { ChangeDetail } from "./change-detail.tsx";
import { ChangeList } from "#features/clarity/change-list.tsx";

interface CompareViewProps {
  processId: string;
  name: string;
  /** The newest first. */
  versions: readonly CurrentProcessVersion[];
  proposals: readonly ProposalVersion[];
  captures: readonly ClarityCapture[];
  /** Ids of the versions; undefined: the newest proposal and what it changes, or the newest version and the one before. */
  before: string | undefined;
  after: string | undefined;
  chosen: string | undefined;
  onChange: (next: { from?: string; to?: string; step?: string }) => void;
}

/** Two versions in one frame, so that what both have is at the same place, under one camera. */
export function CompareView({ processId, versions, proposals, captures, before, after, ...rest }: CompareViewProps) {
  const all = comparable(versions, proposals);
  const to = after ?? proposals[0]?.id ?? versions[0]?.id ?? "";
  const changed = proposals.find(({ id }) => id === to)?.clarity_current_process_id;
  const from = before ?? [changed, ...versions.map(({ id }) => id)].find((id) => id !== to && all.some((one) => one.id === id)) ?? "";
  const kindOf = (id: string) => all.find((one) => one.id === id)?.kind ?? "current_process";
  const earlier = useQuery({ ...snapshotRead(processId, kindOf(from), from, captures), enabled: from !== "" });
  const later = useQuery({ ...snapshotRead(processId, kindOf(to), to, captures), enabled: to !== "" });
  if (all.length === 0) return <EmptyState title="No versions yet">Two versions are compared here, one above the other.</EmptyState>;
  if (all.length === 1)
    return <EmptyState title="There is only one version">Save or generate another one to see both here, one above the other.</EmptyState>;
  return (
    <Loaded query={earlier} what="the earlier version">
      {(first) => (
        <Loaded query={later} what="the later version">
          {(second) => <Compared {...rest} versions={all} before={first.snapshot} after={second.snapshot} />}
        </Loaded>
      )}
    </Loaded>
  );
}

type ComparedProps = Pick<CompareViewProps, "name" | "chosen" | "onChange"> & {
  versions: readonly Comparable[];
  before: Snapshot;
  after: Snapshot;
};

function Compared({ name, versions, before, after, chosen, onChange }: ComparedProps) {
  const [old, now] = [before.data.steps, after.data.steps];
  const proposes = before.kind !== after.kind;
  const changes = useMemo(() => {
    const all = changesWithLanes(old, now, { tasksOnly: proposes });
    return proposes ? withoutJudgement(all) : all;
  }, [old, now, proposes]);
  const layouts = useMemo(() => comparedLayouts(old, now), [old, now]);
  const marks = new Map(changes.map(({ stepId, kind }): [string, Mark] => [stepId, kind]));
  const panes = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const at = changes.findIndex(({ stepId }) => stepId === chosen);
  const choose = (step: string) => onChange({ step });
  const by = (n: number) => {
    const next = changes[(at + n + changes.length) % changes.length];
    if (next) choose(next.stepId);
  };
  useShortcuts("Compare", [
    { keys: "n", label: "Next change", run: () => by(1) },
    { keys: "p", label: "Previous change", run: () => by(at < 0 ? 0 : -1) },
  ]);
  const [zoom, setZoom] = useState(1);
  useEffect(() => {
    const box = panes[0].current;
    if (!box) return undefined;
    // Titles stay readable: what is smaller is scrolled.
    const fit = () => setZoom(Math.max(leastText / layouts[0].scale.title, Math.min(1, (box.clientWidth - 40) / layouts[0].width)));
    const watch = new ResizeObserver(fit);
    watch.observe(box);
    return () => watch.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refs stay the same
  }, [layouts]);
  const follow = (from: 0 | 1) => {
    const [one, other] = [panes[from].current, panes[from === 0 ? 1 : 0].current];
    if (one && other) other.scrollTo({ left: one.scrollLeft, top: one.scrollTop });
  };
  useEffect(() => {
    if (chosen === undefined) return;
    // What became of the step comes last: both places of one that changed its role may not have room.
    for (const i of [0, 1] as const) {
      panes[i].current?.querySelector(`[data-step="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
      follow(i);
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the refs stay the same
  }, [chosen, layouts, zoom]);
  const toldOf = (steps: number, kinds: readonly Mark[]) => {
    const counts = kinds.map((kind) => [changes.filter((change) => change.kind === kind).length, kind] as const);
    return [counted(steps, "step", "steps"), ...counts.flatMap(([count, kind]) => (count === 0 ? [] : `${count} ${kind}`))].join(", ");
  };
  const options = versions.map(({ id, title, status }) => ({
    value: id,
    label: `${title}, ${versionStates[status].word.toLocaleLowerCase("en")}`,
  }));
  const titleOf = (id: string) => versions.find((one) => one.id === id)?.title ?? "Version";
  const pane = (i: 0 | 1, title: string, told: string) => (
    <section aria-label={title} className="flex min-h-48 flex-1 flex-col border-b border-line last:border-b-0">
      <p className="flex shrink-0 gap-2 px-5 py-1.5 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="text-ink-3">{told}</span>
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div
        ref={panes[i]}
        role="group"
        aria-label={`Map of ${title}`}
        tabIndex={0}
        onScroll={() => follow(i)}
        className="min-h-0 flex-1 overflow-auto px-3 pb-3 -outline-offset-2"
      >
        <svg
          aria-hidden
          width={(layouts[i].width + 16) * zoom}
          height={(layouts[i].height + 16) * zoom}
          onClick={({ target }) => {
            const id = (target as Element).closest("[data-step]")?.getAttribute("data-step");
            if (id) choose(id);
          }}
        >
          <g transform={`scale(${zoom}) translate(8 8)`}>
            <FlowDrawing
              layout={layouts[i]}
              name={name}
              zoom={zoom}
              chosen={chosen}
              marks={marksFor(i, marks)}
              modes={modesIn([before, after][i])}
            />
          </g>
        </svg>
      </div>
    </section>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:overflow-y-auto lg:flex-row">
      <div className="flex min-w-0 flex-1 flex-col max-lg:hidden">
        <Choices options={options} before={before.id} after={after.id} onChange={onChange} />
        {pane(0, titleOf(before.id), toldOf(old.length, ["removed"]))}
        {pane(1, titleOf(after.id), toldOf(now.length, ["added", "changed"]))}
      </div>
      <div className="lg:hidden">
        <Choices options={options} before={before.id} after={after.id} onChange={onChange} />
      </div>
      <SidePanel title="Changes">
        <div className="border-b border-line px-4 py-3">
          <p className="mb-1.5 flex items-center gap-2 text-sm">
            <span className="font-semibold">Changes</span>
            <span className="text-xs text-ink-3 tabular-nums">{changes.length}</span>
            <span className="ms-auto flex items-center gap-1 text-ink-3 max-lg:hidden">
              {at >= 0 ? `${at + 1} of ${changes.length}` : null} <Kbd>N</Kbd> <Kbd>P</Kbd>
            </span>
          </p>
          {changes.length === 0 ? (
            <p className="text-sm text-ink-3">These versions say the same.</p>
          ) : (
            <ChangeList changes={changes} chosen={chosen} onChoose={choose} />
          )}
        </div>
        <ChangeDetail change={changes[at]} old={old} now={now} />
      </SidePanel>
    </div>
  );
}

/** Of a proposal only: today no agent does anything. */
const modesIn = (shown: Snapshot | undefined) => (shown?.kind === "transformation_proposal" ? modesOf(shown.data.steps) : undefined);

/** What was removed has a mark where it was, and what was added where it is. */
const marksFor = (i: 0 | 1, marks: ReadonlyMap<string, Mark>) =>
  new Map([...marks].filter(([, mark]) => mark === "changed" || (mark === "removed") === (i === 0)));

interface ChoicesProps {
  options: { value: string; label: string }[];
  before: string;
  after: string;
  onChange: CompareViewProps["onChange"];
}

function Choices({ options, before, after, onChange }: ChoicesProps) {
  const choice = (label: string, value: string, field: "from" | "to") => (
    <div className="w-44 min-w-0">
      <Select aria-label={label} options={options} value={value} onChange={({ target }) => onChange({ [field]: target.value })} />
    </div>
  );
  return (
    <div role="group" aria-label="Versions" className="flex shrink-0 items-center gap-2 border-b border-line px-3 py-2">
      {choice("Earlier version", before, "from")}
      <span aria-hidden className="text-ink-3">
        →
      </span>
      {choice("Later version", after, "to")}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import { List, Map as MapIcon, Table2 } from "lucide-react";
import { useMemo } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import type { CurrentProcessVersion } from "#contract/clarity/process.ts";
import { saveClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { ProcessSearch } from "#features/clarity/clarity-search.ts";
import { FlowMap } from "#features/clarity/map/flow-map.tsx";
import { snapshotRead } from "#features/clarity/queries.ts";
import { counted } from "#ui/counted.ts";
import { Drawer } from "#ui/drawer.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { SearchBox } from "#ui/search-box.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Status } from "#ui/status.tsx";
import { toast } from "#ui/toast.ts";
import { withAnswer, withoutStep, withStepAfter } from "./edit-steps.ts";
import { EditBar } from "./edit-bar.tsx";
import { StepList } from "./step-list.tsx";
import { StepPanel } from "./step-panel.tsx";
import { StepsTable } from "./steps-table.tsx";
import { useStepEdits } from "./use-step-edits.ts";
import { VersionSide } from "./version-side.tsx";
import { asks } from "#features/clarity/step-words.ts";
import { numberOf, versionStates } from "#features/clarity/version-words.ts";

interface VersionViewProps {
  teamId: string;
  process: { readonly id: string; readonly name: string };
  /** The newest first. */
  versions: readonly CurrentProcessVersion[];
  snapshotId: string;
  /** Nothing can be edited while a generation is under way. */
  busy: boolean;
  search: ProcessSearch;
  onChange: (next: { [K in keyof ProcessSearch]?: ProcessSearch[K] | undefined }, step?: { replace: boolean }) => void;
}

/** A version as map or table, with the facts about the chosen step. */
export function VersionView({ snapshotId, ...rest }: VersionViewProps) {
  const snapshot = useQuery(snapshotRead(rest.process.id, snapshotId));
  return (
    <Loaded query={snapshot} what="this version">
      {({ snapshot: found }) => <ShownVersion key={found.id} snapshot={found} {...rest} />}
    </Loaded>
  );
}

const views = [
  { value: "map", label: "Map", icon: MapIcon },
  { value: "table", label: "Table", icon: Table2 },
  { value: "list", label: "Steps", icon: List },
] as const;

function ShownVersion({
  teamId,
  process,
  versions,
  snapshot,
  busy,
  search,
  onChange,
}: Omit<VersionViewProps, "snapshotId"> & { snapshot: Snapshot }) {
  const roomy = useMedia("(min-width: 1200px)");
  const narrow = useMedia("(max-width: 599px)");
  const view = search.view ?? (narrow ? "list" : "map");
  const { user } = useSession();
  const author = user.name ?? user.email;
  const save = useWrite(saveClarityProcessSnapshot);
  const current = versions.find(({ id }) => id === snapshot.id);
  // An earlier version is only read: it is made live first.
  const edited = useMay(saveClarityProcessSnapshot) && !busy && snapshot.status !== "historic";
  const edits = useStepEdits(snapshot, edited);
  const { steps, changes } = edits;
  const findings = useMemo(() => findingsOf(steps), [steps]);
  const step = steps.find(({ id }) => id === search.step);
  const choose = (id: string | undefined) => onChange({ step: id });
  const found = matcherOf(search.find);
  const submit = async () => {
    if (save.isPending || changes.length === 0) return;
    const body = { steps: [...steps], baselineSnapshotId: edits.base };
    try {
      await save.mutateAsync({ params: { process_id: process.id, kind: "current_process" }, body });
      edits.set(undefined);
      onChange({ version: undefined, shown: undefined }, { replace: true });
      toast(`Version ${versions.length + 1} saved`);
    } catch {
      // The bar says why.
    }
  };
  useShortcuts("Process", [
    { keys: "m", label: "Map or table", run: () => onChange({ view: view === "map" ? "table" : "map" }) },
    { keys: "mod+s", label: "Save", run: () => void submit(), whileTyping: true },
    ...(step ? [{ keys: "escape", label: "Close the step", run: () => choose(undefined) }] : []),
  ]);
  const add = () => {
    if (!step) return;
    const { steps: next, id } = withStepAfter(steps, step.id, author);
    edits.set(next);
    choose(id);
  };
  const remove = () => {
    if (!step) return;
    edits.set(withoutStep(steps, step.id));
    choose(undefined);
  };
  const asking = steps.find(asks);
  // Steps that people disagree about have the same question.
  const questions = new Set(steps.flatMap(({ openQuestions }) => openQuestions ?? [])).size;
  const facts = step ? (
    <StepPanel
      key={step.id}
      {...{ teamId, processId: process.id, steps, step }}
      onEdit={edited ? (patch) => edits.change(step.id, patch) : undefined}
      onAnswer={edited ? (question, answer) => edits.set(withAnswer(steps, question, answer, author)) : undefined}
      onAdd={edited ? add : undefined}
      onRemove={edited ? remove : undefined}
      onChoose={choose}
    />
  ) : (
    <VersionSide {...{ snapshot, steps, changes, findings }} onChoose={choose} />
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div role="group" aria-label="Version" className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
          <span className="flex gap-0.5">
            {views.map(({ value, label, icon }) => (
              <IconButton
                key={value}
                icon={icon}
                label={label}
                aria-pressed={view === value}
                onClick={() => onChange({ view: value })}
                className={view === value ? "bg-pressed text-ink" : ""}
              />
            ))}
          </span>
          <div className="flex w-full sm:w-56">
            <SearchBox label="Find a step" value={search.find ?? ""} onSearch={(text, how) => onChange({ find: text || undefined }, how)} />
          </div>
          {questions > 0 ? (
            <button type="button" onClick={() => choose(asking?.id)} className="rounded-sm hover:underline">
              <Status look="asks" word={counted(questions, "question", "questions")} />
            </button>
          ) : null}
          <span className="ms-auto text-sm text-ink-3">
            Version {numberOf(versions, snapshot.id)}, {current ? versionStates[current.status].word.toLocaleLowerCase("en") : ""} ·{" "}
            {counted(steps.length, "step", "steps")}
          </span>
        </div>
        {view === "map" ? (
          <FlowMap steps={steps} name={process.name} chosen={search.step} found={found} onChoose={choose} />
        ) : view === "table" ? (
          <StepsTable {...{ steps, changes, found }} chosen={search.step} onEdit={edited ? edits.change : undefined} onChoose={choose} />
        ) : (
          <StepList steps={steps} chosen={search.step} found={found} onChoose={choose} />
        )}
        {changes.length > 0 ? (
          <EditBar {...{ edits, versions }} saving={save.isPending} error={save.error} onSave={() => void submit()} />
        ) : null}
      </div>
      {roomy ? (
        facts
      ) : step ? (
        <Drawer open hideTitle title={step.title} onClose={() => choose(undefined)}>
          {facts}
        </Drawer>
      ) : null}
    </div>
  );
}

/** By a word of the title, the role or the system. Undefined: nothing is looked for. */
function matcherOf(find: string | undefined): ((step: Step) => boolean) | undefined {
  if (!find) return undefined;
  const wanted = find.toLocaleLowerCase("en");
  return ({ title, role, system }) => [title, role, system].some((text) => text?.toLocaleLowerCase("en").includes(wanted));
}

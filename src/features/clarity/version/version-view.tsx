import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { modesOf } from "#contract/clarity/flow/lanes.ts";
import { sendClarityArtifactChatMessage } from "#contract/clarity/chat.ts";
import { saveClarityProcessSnapshot } from "#contract/clarity/snapshots.ts";
import type { Snapshot, SnapshotKind } from "#contract/clarity/snapshot.ts";
import type { Step } from "#contract/clarity/step.ts";
import type { ProcessSearch } from "#features/clarity/clarity-search.ts";
import { ChatPanel } from "#features/clarity/chat/chat-panel.tsx";
import { FlowMap } from "#features/clarity/map/flow-map.tsx";
import { snapshotRead } from "#features/clarity/queries.ts";
import { StoriesPanel } from "#features/clarity/stories/stories-panel.tsx";
import { counted } from "#ui/counted.ts";
import { Drawer } from "#ui/drawer.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useHeldKeys } from "#ui/held-keys.ts";
import { useMedia } from "#ui/media.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { withAnswer, withoutStep, withStepAfter } from "./edit-steps.ts";
import { EditBar } from "./edit-bar.tsx";
import { CapturesBeside, CapturesButton, LitLine } from "./captures-beside.tsx";
import { litSteps, matcherOf } from "./lit-steps.ts";
import { StepList } from "./step-list.tsx";
import { StepPanel } from "./step-panel.tsx";
import { StepRuns } from "./step-runs.tsx";
import { StepsTable } from "./steps-table.tsx";
import { useStepEdits } from "./use-step-edits.ts";
import { VersionBar } from "./version-bar.tsx";
import { VersionSide } from "./version-side.tsx";
import { asks } from "#features/clarity/step-words.ts";
import { numberOf, type Version, versionNouns, versionStates } from "#features/clarity/version-words.ts";

export interface VersionViewProps {
  teamId: string;
  process: { readonly id: string; readonly name: string };
  kind: SnapshotKind;
  /** Those of the kind, the newest first. */
  versions: readonly Version[];
  captures: readonly ClarityCapture[];
  snapshotId: string;
  /** Nothing can be edited while a generation is under way. */
  busy: boolean;
  search: ProcessSearch;
  /** What else there is to say about the version, and about one of its steps. */
  renderSide?: (steps: readonly Step[]) => ReactNode;
  renderStep?: (step: Step, steps: readonly Step[]) => ReactNode;
  onChange: (next: { [K in keyof ProcessSearch]?: ProcessSearch[K] | undefined }, step?: { replace: boolean }) => void;
}

/** A version as map or table, with the facts about the chosen step. */
export function VersionView({ snapshotId, ...rest }: VersionViewProps) {
  const snapshot = useQuery(snapshotRead(rest.process.id, rest.kind, snapshotId, rest.captures));
  return (
    <Loaded query={snapshot} what="this version">
      {/* Another version of the same steps takes the place of this one: who writes or decides beside them keeps the focus. */}
      {({ snapshot: found }) => <ShownVersion key={found.process_id} snapshot={found} {...rest} />}
    </Loaded>
  );
}

function ShownVersion({
  teamId,
  process,
  kind,
  versions,
  captures,
  snapshot,
  renderSide,
  renderStep,
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
  const edited = useMay(saveClarityProcessSnapshot) && !busy && current !== undefined && current.status !== "historic";
  const edits = useStepEdits(snapshot, edited);
  const { steps, changes } = edits;
  const findings = useMemo(() => findingsOf(steps), [steps]);
  const step = steps.find(({ id }) => id === search.step);
  const choose = (id: string | undefined) => onChange({ step: id, ...(id !== undefined && { chat: undefined }) });
  const mayAsk = useMay(sendClarityArtifactChatMessage);
  const chat = search.chat === true && mayAsk;
  // Whether its reader opened it here, and is about to write. A link that has it open leaves the focus at the page.
  const [writes, setWrites] = useState(false);
  const [hadChat, setHadChat] = useState(chat);
  if (hadChat !== chat) {
    setHadChat(chat);
    if (!chat) setWrites(false);
  }
  const onChat = () => {
    setWrites(!chat);
    onChange({ chat: chat ? undefined : true });
  };
  useHeldKeys(writes && !chat, () => setWrites(false));
  const found = matcherOf(search.find);
  const lit = useMemo(() => litSteps(steps, captures, search.capture), [steps, captures, search.capture]);
  const onLight = (id: string | undefined) => onChange({ capture: id });
  const submit = async () => {
    if (save.isPending || changes.length === 0) return;
    const body = { steps: [...steps], baselineSnapshotId: edits.base };
    try {
      await save.mutateAsync({ params: { process_id: process.id, kind }, body });
      edits.set(undefined);
      onChange({ version: undefined, shown: undefined }, { replace: true });
      toast(`${versionNouns[kind]} ${versions.length + 1} saved`);
    } catch {
      // The bar says why.
    }
  };
  useShortcuts("Process", [
    { keys: "m", label: "Map or table", run: () => onChange({ view: view === "map" ? "table" : "map" }) },
    { keys: "mod+s", label: "Save", run: () => void submit(), whileTyping: true },
    ...(mayAsk ? [{ keys: "c", label: "Edit by chat", run: onChat }] : []),
    ...(step
      ? [{ keys: "escape", label: "Close the step", run: () => choose(undefined) }]
      : lit
        ? [{ keys: "escape", label: "Light no steps", run: () => onLight(undefined) }]
        : []),
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
  const proposed = kind === "transformation_proposal";
  const modes = useMemo(() => (proposed ? modesOf(steps) : undefined), [proposed, steps]);
  const asking = steps.find(asks);
  // Steps that people disagree about have the same question.
  const questions = new Set(steps.flatMap(({ openQuestions }) => openQuestions ?? [])).size;
  const talk = (
    <ChatPanel
      processId={process.id}
      {...{ kind, versions, captures }}
      snapshotId={snapshot.id}
      unsaved={changes.length > 0}
      // A phone shows what there is first: its keyboard would cover that.
      writes={writes && roomy}
      example={steps.find(({ nodeType }) => nodeType === "task")?.title}
      onShow={(id) => onChange({ shown: id, step: undefined })}
      onCompare={(from, to) => onChange({ tab: "compare", from, to, step: undefined })}
      onClose={() => onChange({ chat: undefined })}
    />
  );
  const facts = chat ? (
    talk
  ) : step ? (
    <StepPanel
      key={step.id}
      {...{ teamId, processId: process.id, steps, step }}
      onEdit={edited ? (patch) => edits.change(step.id, patch) : undefined}
      onAnswer={edited ? (question, answer) => edits.set(withAnswer(steps, question, answer, author)) : undefined}
      onAdd={edited ? add : undefined}
      onRemove={edited ? remove : undefined}
      onChoose={choose}
      runs={<StepRuns {...{ teamId, processId: process.id }} stepId={step.id} />}
    >
      {renderStep?.(step, steps)}
    </StepPanel>
  ) : (
    <VersionSide {...{ snapshot, steps, changes, findings }} onChoose={choose}>
      {renderSide?.(steps)}
    </VersionSide>
  );
  const state = current ? `, ${versionStates[current.status].word.toLocaleLowerCase("en")}` : "";
  const isBeside = roomy && view === "map" && captures.length > 0;
  const selection = { view: search.view, shown: search.shown, step: search.step, capture: search.capture };
  const beside = { teamId, processId: process.id, captures, steps, selection, onChoose: onLight };
  return (
    <div className="flex min-h-0 flex-1 flex-col lg:flex-row">
      {isBeside ? <CapturesBeside {...beside} /> : null}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <VersionBar
          version={`${versionNouns[kind]} ${numberOf(versions, snapshot.id)}${state} · ${counted(steps.length, "step", "steps")}`}
          {...{ narrow, view }}
          onView={(next) => onChange({ view: next })}
          find={search.find}
          onFind={(text, how) => onChange({ find: text || undefined }, how)}
          questions={questions}
          onQuestion={() => choose(asking?.id)}
          chat={mayAsk ? chat : undefined}
          onChat={onChat}
        >
          {isBeside || captures.length === 0 ? null : <CapturesButton {...beside} />}
        </VersionBar>
        {lit && !isBeside ? <LitLine lit={lit} onClose={() => onLight(undefined)} /> : null}
        {steps.length === 0 ? (
          <div className="min-h-0 flex-1 overflow-y-auto">
            <EmptyState title="This version has no steps">There is nothing to draw. Show another version, or generate one.</EmptyState>
          </div>
        ) : view === "map" ? (
          <>
            <FlowMap steps={steps} name={process.name} chosen={search.step} {...{ found, modes }} lit={lit?.ids} onChoose={choose} />
            {proposed ? null : (
              <StoriesPanel
                processId={process.id}
                {...{ captures, steps }}
                chosen={search.step}
                lit={search.capture}
                onChoose={choose}
                onLight={onLight}
              />
            )}
          </>
        ) : view === "table" ? (
          <StepsTable
            {...{ steps, changes, found, proposed }}
            lit={lit?.ids}
            chosen={search.step}
            onEdit={edited ? edits.change : undefined}
            onChoose={choose}
          />
        ) : (
          <StepList steps={steps} chosen={search.step} {...{ found, proposed }} lit={lit?.ids} onChoose={choose} />
        )}
        {changes.length > 0 ? (
          <EditBar {...{ edits, versions, kind }} saving={save.isPending} error={save.error} onSave={() => void submit()} />
        ) : null}
      </div>
      {roomy ? (
        facts
      ) : chat ? (
        <Drawer open hideTitle title="Edit by chat" onClose={() => onChange({ chat: undefined })}>
          {talk}
        </Drawer>
      ) : step ? (
        <Drawer open hideTitle title={step.title} onClose={() => choose(undefined)}>
          {facts}
        </Drawer>
      ) : null}
    </div>
  );
}

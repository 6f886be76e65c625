import { useMemo } from "react";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { findingsOf } from "#contract/clarity/flow/findings.ts";
import { laneOrder } from "#contract/clarity/flow/lanes.ts";
import type { CurrentProcessVersion } from "#contract/clarity/process.ts";
import type { Snapshot } from "#contract/clarity/snapshot.ts";
import { numberOf, versionStates } from "#features/clarity/version-words.ts";
import { counted } from "#ui/counted.ts";
import { MinuteTime } from "#ui/time.tsx";
import { DrawingSheets } from "./drawing-sheets.tsx";
import { numberedEvidence } from "./numbered-evidence.ts";
import { listed, titlesOf } from "./print-words.ts";
import { PrintedCaptures, quotesByCapture } from "./printed-captures.tsx";
import { PrintedEvidence } from "./printed-evidence.tsx";
import { PrintedQuestions, questionsOf } from "./printed-questions.tsx";
import { PrintedSteps } from "./printed-steps.tsx";

interface PrintedVersionProps {
  teamId: string;
  process: { readonly id: string; readonly name: string };
  /** The newest first. */
  versions: readonly CurrentProcessVersion[];
  captures: readonly ClarityCapture[];
  snapshot: Snapshot;
  /** Who saved it. */
  author: string | undefined;
}

/** A version as a document: what it is, its drawing, its steps, and the evidence that they rest on. Black on white, as on paper. */
export function PrintedVersion({ teamId, process, versions, captures, snapshot, author }: PrintedVersionProps) {
  const { steps, summary } = snapshot.data;
  const evidence = useMemo(() => numberedEvidence(steps), [steps]);
  const findings = useMemo(() => findingsOf(steps), [steps]);
  const roles = laneOrder(steps).filter((role) => role !== null).length;
  const titles = titlesOf(captures);
  const quoted = [...quotesByCapture(steps).keys()];
  const questions = questionsOf(steps).length;
  const faults = findings.filter(({ kind }) => kind === "soundness").length;
  return (
    <article
      aria-label={`${process.name}, to print`}
      className="paper mx-auto w-full max-w-[980px] px-4 py-6 text-ink md:px-5 print:max-w-none print:p-0!"
    >
      <h2 className="text-xl font-semibold break-words">{process.name}</h2>
      <p className="mt-1 text-sm break-words text-ink-2">
        Version {numberOf(versions, snapshot.id)}, {versionStates[snapshot.status].word.toLocaleLowerCase("en")},{" "}
        {snapshot.creator_type === "ai" ? "generated" : "saved"}
        {author === undefined ? "" : ` by ${author}`} <MinuteTime at={snapshot.created_at} />. {counted(steps.length, "step", "steps")},{" "}
        {counted(roles, "role", "roles")}.{" "}
        {quoted.length === 0
          ? "No capture is quoted."
          : `From ${counted(quoted.length, "capture", "captures")}: ${listed(
              quoted.map((id) => titles.get(id) ?? "a deleted capture"),
              5,
            )}.`}
      </p>
      {summary ? <p className="mt-2 max-w-[720px] text-sm break-words whitespace-pre-wrap">{summary}</p> : null}
      <section aria-label="Drawing" className="mt-4">
        <DrawingSheets steps={steps} name={process.name} />
        <p className="flex break-before-avoid flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-2">
          <Key word="two witnesses or more" />
          <Key word="one witness" dashed />
          <span className="ms-auto">
            {faults === 0 ? "Each way through the process ends" : counted(faults, "fault", "faults")},{" "}
            {counted(questions, "open question", "open questions")}
          </span>
        </p>
      </section>
      <Part title="Steps" note="the numbers of quotes are those below">
        <PrintedSteps steps={steps} evidence={evidence} />
      </Part>
      <Part title="Evidence" note="each quote is the text at its place in the capture">
        <PrintedEvidence {...{ teamId, steps, evidence, titles }} processId={process.id} />
      </Part>
      <Part title="Open questions and findings">
        <PrintedQuestions {...{ steps, evidence, findings }} />
      </Part>
      <Part title="Captures">
        <PrintedCaptures steps={steps} captures={captures} />
      </Part>
    </article>
  );
}

function Part({ title, note, children }: { title: string; note?: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h3 className="mb-2 break-after-avoid text-lg font-semibold">
        {title} {note ? <span className="text-xs font-normal text-ink-3">{note}</span> : null}
      </h3>
      {children}
    </section>
  );
}

function Key({ word, dashed = false }: { word: string; dashed?: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <svg aria-hidden width={22} height={14}>
        <rect x={1} y={1} width={20} height={12} rx={3} fill="none" stroke="var(--ink-2)" strokeDasharray={dashed ? "4 3" : undefined} />
      </svg>
      {word}
    </span>
  );
}

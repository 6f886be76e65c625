import { type ReactNode, useEffect, useRef } from "react";
import { lanesOf, modeOf, type StepMode } from "#contract/clarity/flow/lanes.ts";
import type { HandoverCheck } from "#contract/clarity/handover/handover-check.ts";
import type { Step } from "#contract/clarity/step.ts";
import { ModeMark } from "#features/clarity/mode-mark.tsx";
import { readinessWords } from "#features/clarity/step-words.ts";
import { cx } from "#ui/cx.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { Status } from "#ui/status.tsx";
import { checkLooks } from "./handover-words.ts";

interface HandoverStepsProps {
  steps: readonly Step[];
  checks: ReadonlyMap<string, HandoverCheck>;
  chosen: string | undefined;
  /** A narrow screen has no room for the columns. */
  narrow: boolean;
  /** About the chosen step: below it on a narrow screen. */
  told: ReactNode;
  onChoose: (stepId: string) => void;
}

/** The steps of a proposal: who does each, in which system, and whether it is ready to run. */
export function HandoverSteps({ steps, checks, chosen, narrow, told, onChoose }: HandoverStepsProps) {
  const lanes = lanesOf(steps);
  const rows = useRef<HTMLElement>(null);
  useEffect(() => {
    if (chosen !== undefined) rows.current?.querySelector(`[data-step="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const by = (n: number) => {
    const at = steps.findIndex(({ id }) => id === chosen);
    const next = steps[Math.min(steps.length - 1, Math.max(0, at + n))];
    if (next) onChoose(next.id);
  };
  useShortcuts("Steps", [
    { keys: "j", label: "Next step", run: () => by(1) },
    { keys: "k", label: "Previous step", run: () => by(-1) },
  ]);
  const listed = steps.map((step, i) => {
    const lane = lanes.get(step.id) ?? null;
    const mode = modeOf(step, lane);
    return { step, number: i + 1, lane, mode, ready: <Ready mode={mode} role={lane} check={checks.get(step.id)} /> };
  });
  const name = ({ id, title }: Step, mode: StepMode | null) => (
    <button
      type="button"
      data-step={id}
      aria-pressed={id === chosen}
      onClick={() => onChoose(id)}
      className={cx("block max-w-full truncate rounded-sm text-start hover:underline", mode ? "font-medium" : "text-ink-2")}
    >
      {title}
    </button>
  );
  if (narrow)
    return (
      <ol aria-label="Steps" ref={(list) => void (rows.current = list)}>
        {listed.map(({ step, number, mode, ready }) => (
          <li key={step.id} className={cx("border-b border-line px-4 py-2 text-sm", step.id === chosen && "bg-accent-soft")}>
            <div className="flex min-h-7 items-center gap-2">
              <span className="w-6 shrink-0 text-ink-3 tabular-nums">{number}</span>
              <span className="min-w-0 flex-1">{name(step, mode)}</span>
              {mode ? <ModeMark mode={mode} /> : null}
            </div>
            {mode ? <div className="ps-8 text-xs">{ready}</div> : null}
            {step.id === chosen ? told : null}
          </li>
        ))}
      </ol>
    );
  return (
    <table aria-label="Steps" className="w-full table-fixed border-collapse text-sm">
      <thead className="sticky top-0 z-10 bg-canvas">
        <tr className="h-8 text-start text-xs text-ink-2 shadow-[inset_0_-1px_0_var(--line)] [&>th]:px-2 [&>th]:text-start [&>th]:font-medium">
          <th scope="col" className="w-11 ps-5!">
            #
          </th>
          <th scope="col">Step</th>
          <th scope="col" className="w-30">
            Mode
          </th>
          <th scope="col" className="w-28">
            Role
          </th>
          <th scope="col" className="w-24">
            Readiness
          </th>
          <th scope="col" className="w-24">
            System
          </th>
          <th scope="col" className="w-36">
            Ready to run
          </th>
        </tr>
      </thead>
      <tbody ref={(body) => void (rows.current = body)}>
        {listed.map(({ step, number, lane, mode, ready }) => (
          <tr
            key={step.id}
            onClick={() => onChoose(step.id)}
            className={cx("h-8 border-b border-line [&>td]:truncate [&>td]:px-2", step.id === chosen ? "bg-accent-soft" : "hover:bg-hover")}
          >
            <td className="ps-5! text-ink-3 tabular-nums">{number}</td>
            <td>{name(step, mode)}</td>
            <td>{mode ? <ModeMark mode={mode} /> : "–"}</td>
            <td className="text-ink-2">{lane ?? "–"}</td>
            <td>{mode && step.readiness ? <Status {...readinessWords[step.readiness]} /> : "–"}</td>
            <td className="text-ink-2">{(mode && step.system) || "–"}</td>
            <td>{ready}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Ready({ mode, role, check }: { mode: StepMode | null; role: string | null; check: HandoverCheck | undefined }) {
  if (mode === "outside") return <span className="text-ink-2">{role ? `${role} does it` : "People do it"}</span>;
  if (!mode || !check) return <>–</>;
  return <Status look={checkLooks[check.state]} word={check.word} />;
}

import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { ModeMark } from "#features/clarity/mode-mark.tsx";
import { cx } from "#ui/cx.ts";
import { Status } from "#ui/status.tsx";
import { asks } from "#features/clarity/step-words.ts";

/** The steps on a rail, for a narrow screen: each with its sign, who does it, and where a choice leads. */
export function StepList({
  steps,
  chosen,
  found,
  lit,
  proposed,
  onChoose,
}: {
  steps: readonly Step[];
  chosen: string | undefined;
  found: ((step: Step) => boolean) | undefined;
  /** The steps that a chosen capture supports: the others step back. */
  lit: ReadonlySet<string> | undefined;
  /** Of a proposal: who does each task is shown. */
  proposed: boolean;
  onChoose: (id: string) => void;
}) {
  const lanes = lanesOf(steps);
  const number = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const shown = found ? steps.filter(found) : steps;
  return (
    <ol aria-label="Steps" className="min-h-0 flex-1 overflow-y-auto py-1">
      {shown.map((step) => (
        <li key={step.id}>
          <button
            type="button"
            aria-current={step.id === chosen}
            onClick={() => onChoose(step.id)}
            className={cx(
              "flex min-h-11 w-full items-center gap-3 px-4 text-start text-sm",
              step.id === chosen ? "bg-accent-soft" : "hover:bg-hover",
              lit && !lit.has(step.id) && "opacity-35",
            )}
          >
            <svg aria-hidden width={20} height={44} className="shrink-0 self-stretch text-ink-2">
              <path d="M10 0V44" stroke="var(--line-strong)" />
              <Sign step={step} />
            </svg>
            <span className="min-w-0 flex-1 py-1">
              <span className="block truncate">
                <span className="me-1.5 text-ink-3 tabular-nums">{number.get(step.id)}</span>
                <span className="font-medium">{step.title}</span>
              </span>
              <span className="block truncate text-xs text-ink-3">{underOf(step, lanes.get(step.id) ?? null, number)}</span>
            </span>
            {proposed ? <StepMode step={step} lane={lanes.get(step.id)} /> : null}
            {asks(step) ? <Status look="asks" word="Open question" iconOnly /> : null}
          </button>
        </li>
      ))}
      {shown.length === 0 ? <li className="px-4 py-3 text-sm text-ink-3">No step has these words.</li> : null}
    </ol>
  );
}

function StepMode({ step, lane }: { step: Step; lane: string | null | undefined }) {
  const mode = modeOf(step, lane);
  return mode ? <ModeMark mode={mode} /> : null;
}

function underOf({ targetSteps, system, nodeType }: Step, role: string | null, number: ReadonlyMap<string, number>): string {
  if (nodeType === "gateway") return targetSteps.map(({ stepId, label }) => `${label ?? ""} → ${number.get(stepId) ?? "?"}`).join(", ");
  return [role, system].filter(Boolean).join(" · ");
}

function Sign({ step: { nodeType, nodeSubtype } }: { step: Step }) {
  const look = { fill: "var(--canvas)", stroke: "currentColor", strokeWidth: 1.3 };
  if (nodeType === "task") return <rect x={2} y={16} width={16} height={12} rx={3} {...look} />;
  if (nodeType === "event") return <circle cx={10} cy={22} r={7} {...look} strokeWidth={nodeSubtype === "end" ? 2.6 : 1.3} />;
  return (
    <>
      <path d="M10 13L19 22L10 31L1 22Z" {...look} />
      <path d={nodeSubtype === "parallel" ? "M6 22H14M10 18V26" : "M7 19L13 25M13 19L7 25"} {...look} />
    </>
  );
}

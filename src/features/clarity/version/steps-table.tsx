import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from "react";
import { lanesOf, modeOf } from "#contract/clarity/flow/lanes.ts";
import type { StepChange } from "#contract/clarity/flow/step-changes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { cx } from "#ui/cx.ts";
import { Status } from "#ui/status.tsx";
import { ModeMark } from "#features/clarity/mode-mark.tsx";
import { asks, confidenceWords, readinessWords, typeWords } from "#features/clarity/step-words.ts";

interface StepsTableProps {
  steps: readonly Step[];
  chosen: string | undefined;
  /** Undefined where the version is only read. */
  onEdit: ((stepId: string, patch: Partial<Step>) => void) | undefined;
  changes: readonly StepChange[];
  found: ((step: Step) => boolean) | undefined;
  /** The steps that a chosen capture supports: the others step back. */
  lit: ReadonlySet<string> | undefined;
  /** Of a proposal: who does each task is shown, and how ready it is for an agent. */
  proposed: boolean;
  onChoose: (id: string) => void;
}

/** The twin of the map: the same steps as rows, and a cell to type into where they can be edited. */
export function StepsTable({ steps, chosen, onEdit, changes, found, lit, proposed, onChoose }: StepsTableProps) {
  const lanes = lanesOf(steps);
  const number = new Map(steps.map(({ id }, i) => [id, i + 1]));
  const changed = new Map(changes.map((change) => [change.stepId, change]));
  const roles = [...new Set(steps.flatMap(({ role }) => role ?? []))];
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    if (chosen !== undefined) body.current?.querySelector(`[data-step="${CSS.escape(chosen)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const isChanged = (stepId: string, field: string) => {
    const change = changed.get(stepId);
    return change?.kind === "added" || (change?.kind === "changed" && change.fields.some((one) => one.field === field));
  };
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const cell = (event.target as HTMLElement).dataset.cell;
    if (by === 0 || cell === undefined) return;
    const all = [...(body.current?.querySelectorAll<HTMLElement>(`[data-cell="${cell}"]`) ?? [])];
    const next = all[all.indexOf(event.target as HTMLElement) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <datalist id="step-roles">
        {roles.map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <table aria-label="Steps" className={cx("w-full table-fixed border-collapse text-sm", proposed ? "min-w-[900px]" : "min-w-[880px]")}>
        <thead className="sticky top-0 z-10 bg-canvas">
          <tr className="h-8 text-start text-xs text-ink-2 shadow-[inset_0_-1px_0_var(--line)] [&>th]:px-2 [&>th]:text-start [&>th]:font-medium">
            <th scope="col" className="w-11 ps-5!">
              #
            </th>
            <th scope="col">Step</th>
            <th scope="col" className="w-24">
              Type
            </th>
            {proposed ? (
              <th scope="col" className="w-30">
                Who does it
              </th>
            ) : null}
            <th scope="col" className={proposed ? "w-28" : "w-32"}>
              Role
            </th>
            <th scope="col" className="w-24">
              System
            </th>
            <th scope="col" className={proposed ? "w-28" : "w-36"}>
              Next
            </th>
            {proposed ? null : (
              <th scope="col" className="w-16 text-end!">
                Quotes
              </th>
            )}
            <th scope="col" className="w-24">
              {proposed ? "Readiness" : "Confidence"}
            </th>
            <th scope="col" className="w-20">
              Question
            </th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move between the cells inside */}
        <tbody ref={body} onKeyDown={move}>
          {steps.map((step) => {
            const { id, title, role, system, sources, confidence, readiness, nodeSubtype, targetSteps } = step;
            const mode = modeOf(step, lanes.get(id));
            const { word, icon: Icon } = typeWords[nodeSubtype];
            const cell = (field: "title" | "role" | "system", value: string, hint?: string) => (
              <Cell
                key={`${field} ${value}`}
                label={`${labels[field]} of step ${number.get(id)}`}
                field={field}
                value={value}
                hint={hint}
                changed={isChanged(id, field)}
                onFocus={() => onChoose(id)}
                onEdit={onEdit && ((next) => onEdit(id, field === "title" ? { title: next || title } : { [field]: next || null }))}
              />
            );
            return (
              <tr
                key={id}
                data-step={id}
                aria-selected={id === chosen}
                onClick={() => onChoose(id)}
                className={cx(
                  "h-8 border-b border-line [&>td]:px-2",
                  id === chosen ? "bg-accent-soft" : "hover:bg-hover",
                  ((found && !found(step)) || (lit && !lit.has(id) && id !== chosen)) && "opacity-35",
                )}
              >
                <td className="ps-5! text-ink-3 tabular-nums">
                  <button
                    type="button"
                    onClick={() => onChoose(id)}
                    aria-label={`Step ${number.get(id)}, ${title}`}
                    className="-mx-1 rounded-sm px-1"
                  >
                    {number.get(id)}
                  </button>
                </td>
                <td className="py-0.5 font-medium">{cell("title", title)}</td>
                <td className="text-ink-2">
                  <span className="flex items-center gap-1.5">
                    <Icon size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
                    {word}
                  </span>
                </td>
                {proposed ? <td>{mode ? <ModeMark mode={mode} /> : "–"}</td> : null}
                <td>{cell("role", role ?? "", lanes.get(id) ?? undefined)}</td>
                <td className="text-ink-2">{cell("system", system ?? "")}</td>
                <td className="truncate">
                  {targetSteps.length === 0
                    ? "–"
                    : targetSteps.map(({ stepId, label }, i) => (
                        <span key={`${stepId} ${label}`}>
                          {i > 0 ? ", " : null}
                          <button
                            type="button"
                            onClick={() => onChoose(stepId)}
                            className="rounded-sm text-accent-ink tabular-nums hover:underline"
                          >
                            {number.get(stepId) ?? "?"}
                          </button>
                          {label ? <span className="text-ink-2"> {label}</span> : null}
                        </span>
                      ))}
                </td>
                {proposed ? null : <td className="text-end tabular-nums">{sources.length === 0 ? "–" : sources.length}</td>}
                <td>
                  {proposed ? (
                    readiness ? (
                      <Status {...readinessWords[readiness]} />
                    ) : (
                      "–"
                    )
                  ) : sources.length === 0 ? (
                    "–"
                  ) : (
                    <Status {...confidenceWords[confidence]} />
                  )}
                </td>
                <td>{asks(step) ? <Status look="asks" word="Open" /> : "–"}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

const labels = { title: "Title", role: "Role", system: "System" };

interface CellProps {
  label: string;
  field: string;
  value: string;
  /** What is meant where nothing is typed: the role of the step before. */
  hint?: string | undefined;
  changed: boolean;
  onFocus: () => void;
  onEdit: ((next: string) => void) | undefined;
}

/** A value that becomes an edit once somebody leaves it, or presses Enter. Escape takes it back. */
function Cell({ label, field, value, hint, changed, onFocus, onEdit }: CellProps) {
  // A title is what a row is known by: it is read whole.
  const wraps = field === "title";
  if (!onEdit)
    return <span className={cx("block", wraps ? "break-words" : "truncate", value === "" && "text-ink-3")}>{value || hint || "–"}</span>;
  const typed = {
    "aria-label": label,
    "data-cell": field,
    dir: "auto",
    defaultValue: value,
    placeholder: hint ?? "–",
    maxLength: 200,
    onFocus,
    onBlur: ({ target }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const next = target.value.replaceAll(/\s+/g, " ").trim();
      if (next !== value) onEdit(next);
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      const { key, currentTarget } = event;
      if (key !== "Enter" && key !== "Escape") return;
      event.preventDefault();
      if (key === "Escape") currentTarget.value = value;
      currentTarget.blur();
    },
    className: cx(
      "-mx-1 w-[calc(100%+0.5rem)] min-w-0 rounded-sm bg-transparent px-1 placeholder:text-ink-3 hover:bg-canvas focus:bg-canvas",
      wraps ? "block min-h-7 resize-none field-sizing-content py-1" : "h-7 truncate",
      changed && "shadow-[inset_0_-2px_0_var(--accent)]",
    ),
  };
  return wraps ? <textarea rows={1} {...typed} /> : <input list={field === "role" ? "step-roles" : undefined} {...typed} />;
}

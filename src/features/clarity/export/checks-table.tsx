import { useRef } from "react";
import { Status } from "#ui/status.tsx";
import { cx } from "#ui/cx.ts";
import { AnyLink, type LinkTarget } from "#ui/link.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";
import type { Check } from "./export-checks.ts";

const looks = {
  problem: { look: "failed", word: "Problem" },
  question: { look: "asks", word: "To look at" },
  fine: { look: "done", word: "Holds" },
} as const;

interface ChecksTableProps {
  checks: readonly Check[];
  chosen: string | undefined;
  onChoose: (stepId: string) => void;
  /** Where a step is edited. */
  editLink: (stepId: string) => LinkTarget;
  onEdit: (stepId: string) => void;
}

/** What was looked at, one a row. A row chooses its element on the map. */
export function ChecksTable({ checks, chosen, onChoose, editLink, onEdit }: ChecksTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const by = (n: number) => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>("[data-check]") ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + n))];
    next?.focus();
  };
  const focused = () => {
    const key = document.activeElement?.getAttribute("data-check");
    return checks.find((check) => check.key === key)?.stepId ?? chosen;
  };
  useShortcuts("Checks", [
    { keys: "j", label: "Next check", run: () => by(1) },
    { keys: "k", label: "Previous check", run: () => by(-1) },
    {
      keys: "e",
      label: "Edit the step of the check",
      run: () => {
        const stepId = focused();
        if (stepId !== undefined) onEdit(stepId);
      },
    },
  ]);
  return (
    <table aria-label="Checks" className="w-full table-fixed border-collapse text-sm">
      <thead className="sticky top-0 z-10 bg-canvas">
        <tr className="h-8 text-start text-xs text-ink-2 shadow-[inset_0_-1px_0_var(--line)] [&>th]:px-2 [&>th]:text-start [&>th]:font-medium">
          <th scope="col" className="w-11 ps-5!">
            <span className="sr-only">Result</span>
          </th>
          <th scope="col" className="w-1/3">
            Check
          </th>
          <th scope="col">Reason</th>
          <th scope="col" className="w-20 text-end!">
            Elements
          </th>
          <th scope="col" className="w-24">
            <span className="sr-only">What to do</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {checks.map(({ key, level, title, reason, elements, stepId, modelUrl }) => (
          <tr
            key={key}
            className={cx(
              "border-b border-line align-top [&>td]:px-2 [&>td]:py-1.5",
              stepId !== undefined && stepId === chosen && "bg-selected",
            )}
          >
            <td className="ps-5!">
              <Status {...looks[level]} iconOnly />
            </td>
            <td className="break-words">
              {stepId === undefined ? (
                <span className={cx(level !== "fine" && "font-medium")}>{title}</span>
              ) : (
                <button
                  type="button"
                  data-check={key}
                  onClick={() => onChoose(stepId)}
                  className="max-w-full rounded-sm text-start font-medium break-words hover:underline"
                >
                  {title}
                </button>
              )}
            </td>
            <td className="break-words text-ink-2">{reason}.</td>
            <td className="text-end tabular-nums">{elements}</td>
            <td>
              {modelUrl !== undefined ? (
                <AnyLink link={modelUrl} target="_blank" rel="noreferrer" className="text-accent-ink hover:underline">
                  Open
                </AnyLink>
              ) : stepId === undefined ? null : level === "problem" ? (
                <AnyLink link={editLink(stepId)} className="text-accent-ink hover:underline">
                  Edit step
                </AnyLink>
              ) : (
                <button
                  type="button"
                  aria-label={`Show ${title}`}
                  onClick={() => onChoose(stepId)}
                  className="rounded-sm text-accent-ink hover:underline"
                >
                  Show
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

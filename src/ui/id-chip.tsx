import { CopyButton } from "./copy-button.tsx";

/** The last eight characters of an id, for the first are the time and the same for all that was made at once. Hover shows it whole, the button copies it whole, and paper has it whole. */
export function IdChip({ id, label = "Copy id" }: { id: string; label?: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 text-ink-3">
      <code className="text-xs print:after:content-[attr(title)]" title={id}>
        <span className="print:hidden">…{id.slice(-8)}</span>
      </code>
      <CopyButton text={id} label={label} />
    </span>
  );
}

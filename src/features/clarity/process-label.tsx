import { X } from "lucide-react";
import type { AssignedLabel } from "#contract/clarity/node.ts";

interface ProcessLabelProps {
  label: Pick<AssignedLabel, "value" | "colorHue">;
  onRemove?: (() => void) | undefined;
}

/** A label with a dot of its hue. */
export function ProcessLabel({ label: { value, colorHue }, onRemove }: ProcessLabelProps) {
  return (
    <span className="inline-flex h-6 max-w-full min-w-0 items-center gap-1.5 rounded-md border border-line px-2 text-xs">
      <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: `oklch(0.62 0.14 ${colorHue})` }} />
      <span className="truncate">{value}</span>
      {onRemove ? (
        <button
          type="button"
          aria-label={`Remove ${value}`}
          onClick={onRemove}
          className="-me-1 flex size-4 shrink-0 items-center justify-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        >
          <X size={12} strokeWidth={2} aria-hidden />
        </button>
      ) : null}
    </span>
  );
}

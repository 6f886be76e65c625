import type { Label } from "#contract/queues/labels.ts";
import { labelColor } from "./label-color.ts";

/** Key and value of a label with a dot of its hue. */
export function LabelChip({ label }: { label: Pick<Label, "key" | "value" | "color_hue"> }) {
  return (
    <span className="inline-flex h-6 max-w-full items-center gap-1.5 rounded-md border border-line px-2 text-sm">
      <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: labelColor(label.color_hue) }} />
      <span className="truncate">
        {label.key === "" ? null : <span className="text-ink-3">{label.key}: </span>}
        {label.value}
      </span>
    </span>
  );
}

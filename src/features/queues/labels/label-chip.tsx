import type { Label } from "#contract/queues/labels.ts";
import { labelColor } from "./label-color.ts";
import { labelWords } from "./label-text.ts";

/** Key and value of a label with a dot of its hue: one element, as every row of cases has some. */
export function LabelChip({ label }: { label: Pick<Label, "key" | "value" | "color_hue"> }) {
  return (
    <span
      style={{ "--dot": labelColor(label.color_hue) } as object}
      className="me-1 inline-block h-6 max-w-full truncate rounded-md border border-line px-2 align-middle text-sm leading-[22px] before:me-1.5 before:inline-block before:size-2 before:rounded-full before:bg-(--dot)"
    >
      {labelWords(label)}
    </span>
  );
}

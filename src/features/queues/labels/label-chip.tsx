import type { Label } from "#contract/queues/labels.ts";
import { cx } from "#ui/cx.ts";
import { labelColor } from "./label-color.ts";
import { labelWords } from "./label-text.ts";

interface LabelChipProps {
  label: Pick<Label, "key" | "value" | "color_hue">;
  /** Where the text around it is small. */
  small?: boolean;
}

/** Key and value of a label with a dot of its hue: one element, as every row of cases has some. */
export function LabelChip({ label, small = false }: LabelChipProps) {
  return (
    <span
      style={{ "--dot": labelColor(label.color_hue) } as object}
      className={cx(
        "me-1 inline-block max-w-full truncate rounded-md border border-line align-middle before:inline-block before:rounded-full before:bg-(--dot)",
        small
          ? "h-5 px-1.5 text-xs leading-[18px] before:me-1 before:size-1.5"
          : "h-6 px-2 text-sm leading-[22px] before:me-1.5 before:size-2",
      )}
    >
      {labelWords(label)}
    </span>
  );
}

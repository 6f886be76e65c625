import { cx } from "#ui/cx.ts";

/** How much of a text's limit is used; in the colour of a failure once it is passed. */
export function TextLength({ length, max }: { length: number; max: number }) {
  return (
    <span className={cx(length > max && "text-failed")}>
      {length.toLocaleString("en")} of {max.toLocaleString("en")} characters
    </span>
  );
}

import { cx } from "./cx.ts";

/** One line that is cut at its start where it is too long: names of files differ at their end. */
export function TailText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={cx("truncate [direction:rtl]", className)}>
      <bdi dir="ltr">{text}</bdi>
    </span>
  );
}

import { cx } from "#ui/cx.ts";
import type { ReferenceEntry } from "#sdk/reference/reference.ts";

/** GET, POST …: as wide as the longest in a list, and in red where something is deleted. */
export function MethodMark({ method, aligned = false }: { method: ReferenceEntry["method"]; aligned?: boolean }) {
  return (
    <span className={cx("shrink-0 font-mono text-xs", aligned && "w-12", method === "DELETE" ? "text-failed" : "text-ink-3")}>
      {aligned && method === "DELETE" ? "DEL" : method}
    </span>
  );
}

import { cx } from "#ui/cx.ts";
import { AnyLink } from "#ui/link.tsx";

/** A number at an agent or a queue, with the list of exactly what it counts. */
export interface NodeFigure {
  readonly kind: "open" | "working" | "failed";
  readonly count: number;
  readonly href: string | undefined;
}

export function Figure({ figure: { kind, count, href }, className }: { figure: NodeFigure; className?: string }) {
  const words = `${count.toLocaleString("en")} ${kind === "working" ? "under way" : kind}`;
  const look = cx("tabular-nums", kind === "failed" ? "text-failed" : "text-ink-2", className);
  if (href === undefined) return <span className={look}>{words}</span>;
  return (
    <AnyLink link={href} className={cx("rounded-sm hover:underline", look)}>
      {words}
    </AnyLink>
  );
}

import { type ReactNode, useEffect, useRef } from "react";

/** Gives the focus to its first heading when `when` turns true: where somebody goes on who has just decided. */
export function TakesFocus({ when, className, children }: { when: boolean; className?: string; children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heading = when ? area.current?.querySelector<HTMLElement>("h2") : undefined;
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // What is low scrolls as one, and may stand further down.
    heading.scrollIntoView({ block: "nearest" });
  }, [when]);
  return (
    <div ref={area} className={className}>
      {children}
    </div>
  );
}

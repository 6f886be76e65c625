import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Overlay } from "./overlay.tsx";

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  side?: "start" | "end";
  /** For navigation, where the content speaks for itself. */
  hideTitle?: boolean;
  children: ReactNode;
}

/** Slides in from an edge and keeps the page behind it; the whole width on a phone, except at the start side. */
export function Drawer({ side = "end", children, ...rest }: DrawerProps) {
  return (
    <Overlay
      {...rest}
      className={cx(
        "inset-y-0 animate-drawer",
        side === "start" ? "start-0 w-[264px] [--slide-from:-100%]" : "end-0 w-full max-w-[520px] [--slide-from:100%]",
      )}
    >
      <div className={cx("flex min-h-0 flex-1 flex-col overflow-y-auto", !rest.hideTitle && "p-4")}>{children}</div>
    </Overlay>
  );
}

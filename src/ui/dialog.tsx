import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Overlay } from "./overlay.tsx";

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** 440, 640 or 880 px. */
  size?: "sm" | "md" | "lg";
  children: ReactNode;
}

/** A question or a short form. Its content unmounts on close; a form's draft survives by its id. */
export function Dialog({ size = "sm", children, ...rest }: DialogProps) {
  return (
    <Overlay
      {...rest}
      className={cx(
        // Its end stays in the window however long it is.
        "inset-x-2 top-[clamp(8px,10dvh,64px)] mx-auto max-h-[calc(100dvh-16px-clamp(8px,10dvh,64px))] animate-in rounded-md lowest:overflow-y-auto",
        size === "sm" ? "max-w-[440px]" : size === "md" ? "max-w-[640px]" : "max-w-[880px]",
      )}
    >
      <div data-dialog-body className="min-h-0 scroll-pb-16 overflow-y-auto p-4 lowest:shrink-0 lowest:overflow-visible">
        {children}
      </div>
    </Overlay>
  );
}

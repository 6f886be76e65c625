import type { ReactNode } from "react";

/** A row of blocks on twelve columns, with a line below it. */
export function BlockRow({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-x-8 gap-y-6 border-b border-line px-3 pt-4 pb-5 md:grid-cols-12 md:px-5">{children}</div>;
}

import { SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";

interface NoMatchProps {
  /** The objects of the list, as in "runs"; or a whole title, where a filter has words of its own. */
  what: string | { readonly title: string };
  /** Before the way back, where there is something else to do. */
  action?: ReactNode;
  onClear: () => void;
  /** What was looked for, in one sentence. */
  children?: ReactNode;
}

/** A list that holds something, of which nothing fits its filters: what to create is no help here, the way back to all of it is. */
export function NoMatch({ what, action, onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={SearchX}
      title={typeof what === "string" ? `No matching ${what}` : what.title}
      action={
        <>
          {action}
          <Button onClick={onClear}>Clear filters</Button>
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

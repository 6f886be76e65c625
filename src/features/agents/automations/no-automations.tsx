import { Trash2, Workflow } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "#ui/empty-state.tsx";

interface NoAutomationsProps {
  deleted: boolean;
  /** Creates an automation, for those who may. */
  create: ReactNode;
}

/** An empty list: nothing was deleted, or there never was an automation. */
export function NoAutomations({ deleted, create }: NoAutomationsProps) {
  if (deleted) {
    return (
      <EmptyState icon={Trash2} title="No deleted automations">
        A deleted automation stays here with its agents and queues, and can be restored.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Workflow} title="No automations yet" action={create}>
      An automation groups agents and queues that work together. Their revisions and routing switch together, all at once.
      {create ? null : " Builders and above can create automations."}
    </EmptyState>
  );
}

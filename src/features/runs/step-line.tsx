import { ListChecks } from "lucide-react";
import { AnyLink } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { useStepName } from "./run-steps.ts";

/** Where a run came to a step: a small line above what it did there. */
export function StepLine({ id, at }: { id: string; at: string }) {
  const { name, link } = useStepName(id);
  return (
    <p className="mx-3 mt-3 flex items-center gap-2 border-t border-line pt-2 pb-1 text-xs text-ink-3">
      <ListChecks size={14} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="min-w-0 break-words">
        Step:{" "}
        {link ? (
          <AnyLink link={link} className="rounded-sm font-medium text-ink-2 underline-offset-2 hover:underline">
            {name}
          </AnyLink>
        ) : (
          <span className="font-medium text-ink-2">{name}</span>
        )}
      </span>
      <span className="ms-auto shrink-0">
        <Time at={at} />
      </span>
    </p>
  );
}

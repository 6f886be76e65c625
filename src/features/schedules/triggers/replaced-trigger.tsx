import type { EventTrigger } from "#contract/schedules/event-triggers.ts";
import type { TriggerType } from "#contract/schedules/trigger-words.ts";
import { useTriggerWords } from "./trigger-filter-words.tsx";
import { typeWords } from "./trigger-words.ts";

/** Says before it is saved which trigger is there no longer afterwards. */
export function ReplacedTrigger({ teamId, trigger }: { teamId: string; trigger: EventTrigger }) {
  const { source, about } = useTriggerWords(teamId, trigger);
  const what = source === null ? `“${typeWords[trigger.trigger_type as TriggerType]}”` : `on ${source}`;
  return (
    <p role="status" className="rounded-md bg-waiting-soft px-3 py-2 text-sm text-waiting">
      Replaces your trigger {[what, ...about].join(", ")}. You have one trigger on an agent for each kind of event.
    </p>
  );
}

import { Button } from "./button.tsx";
import { Keys } from "./kbd.tsx";
import { DecisionUnderWay } from "./pending-decision.tsx";
import { onceSettled } from "./settling.ts";
import { type DecisionAct, useDecisionKeys } from "./use-decision-keys.ts";

interface DecideButtonsProps {
  /** As in "Approval": what the keys are listed under. */
  group: string;
  id: string;
  /** What is decided, for those who hear the buttons only. */
  what: string;
  /** The first is the usual one. */
  acts: readonly DecisionAct[];
  /** Binds the keys: one of a page only. */
  keys: boolean;
  /** What was decided, as far as it is sent. */
  decision:
    | { readonly state: string; readonly doing: string; readonly done: string; readonly until: number; readonly refusal?: string }
    | undefined;
}

/** The answers to one thing, or what becomes of the one that was given. */
export function DecideButtons({ group, id, what, acts, keys, decision }: DecideButtonsProps) {
  const open = decision === undefined || decision.state === "refused";
  const settled = useDecisionKeys(group, id, acts, keys && open);
  if (decision?.state === "sent") return <span className="font-medium">{decision.done}</span>;
  if (decision && !open) return <DecisionUnderWay {...decision} />;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {decision ? (
        <span role="alert" className="w-full text-sm text-failed">
          Not sent. {decision.refusal}
        </span>
      ) : null}
      {acts.map(({ label, icon, keys: key, run }, at) => (
        <Button
          key={label}
          size={keys ? "md" : "sm"}
          icon={icon}
          tone={keys && at === 0 ? "primary" : "secondary"}
          aria-disabled={!settled}
          onClick={() => onceSettled(settled, run)}
          // Beside its keys it stands alone under a heading that says what.
          {...(keys ? { className: "max-sm:h-11 max-sm:flex-1" } : { "aria-label": `${label}: ${what}` })}
        >
          {label}
          {keys ? (
            <span aria-hidden className="hidden ps-1 md:inline">
              <Keys keys={key} inverse={at === 0} />
            </span>
          ) : null}
        </Button>
      ))}
    </span>
  );
}

import { Check, X } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { consumeAgentSuggestion, rejectAgentSuggestion, type Suggestion } from "#contract/agents/suggestions.ts";
import { Button } from "#ui/button.tsx";
import { Keys } from "#ui/kbd.tsx";
import { AnyLink, useGo } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { onceSettled } from "#ui/settling.ts";
import { useDecisionKeys } from "#ui/use-decision-keys.ts";
import { useWhileShown } from "#ui/while-shown.ts";

interface SuggestionCardProps {
  teamId: string;
  suggestion: Suggestion;
  /** Binds A and D: one of a page only. */
  keys?: boolean;
  onDone?: () => void;
}

/** What is suggested, why, and what either decision does. */
export function SuggestionCard({ teamId, suggestion, keys = false, onDone }: SuggestionCardProps) {
  const { id, agent_id, title, description, payload, sources, created_at } = suggestion;
  const go = useGo();
  const consume = useWrite(consumeAgentSuggestion);
  const decline = useWrite(rejectAgentSuggestion);
  const whileShown = useWhileShown();
  const busy = consume.isPending || decline.isPending;
  const add = () =>
    consume.mutate(
      { params: { id }, body: {} },
      {
        onSuccess: ({ applied_revision_id: draft }) => {
          toast("Added to the instructions of a draft", {
            action: {
              label: "Open the draft",
              run: () => go(pathTo("/t/$teamId/agents/$agentId/revisions/$buildId", { teamId, agentId: agent_id, buildId: draft })),
            },
          });
          whileShown(() => onDone?.());
        },
        onError: toastFailed,
      },
    );
  const turnDown = () =>
    decline.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toast("Declined");
          whileShown(() => onDone?.());
        },
        onError: toastFailed,
      },
    );
  const acts = [
    { id: "add-suggestion", label: "Add to the draft", icon: Check, keys: "a", run: add },
    { id: "decline-suggestion", label: "Decline", icon: X, keys: "d", run: turnDown },
  ];
  const settled = useDecisionKeys("Suggestion", id, acts, keys && !busy);
  const press = (run: () => void) => ({ "aria-disabled": keys && !settled, onClick: () => onceSettled(!keys || settled, run) });
  return (
    <li className="flex flex-col gap-3 rounded-md border border-line p-3">
      <div>
        <h3 className="font-medium break-words">{title}</h3>
        <p className="text-sm text-ink-2">
          {description} Noticed <Time at={created_at} />.
        </p>
        <ul aria-label="Runs that failed it" className="-mx-1 mt-1 flex flex-wrap text-sm">
          {sources.map(({ agent_run_id, run_number }) => (
            <li key={agent_run_id}>
              <AnyLink
                link={pathTo("/t/$teamId/runs/$runId", { teamId, runId: agent_run_id })}
                className="flex h-6 items-center px-1 text-ink-2 underline underline-offset-2 hover:text-ink"
              >
                Run {run_number}
              </AnyLink>
            </li>
          ))}
        </ul>
      </div>
      <p className="rounded-md bg-sunken px-3 py-2 text-sm break-words whitespace-pre-wrap">{payload.newSop}</p>
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-2">
          Adds this to the end of the newest draft, or a new one. Nothing goes live. If declined, it will not be suggested again for this
          revision.
        </p>
        <Button size="sm" tone="quiet" icon={X} pending={decline.isPending} disabled={busy && !decline.isPending} {...press(turnDown)}>
          Decline <DecidingKey keys="d" shown={keys} />
        </Button>
        <Button size="sm" tone="primary" icon={Check} pending={consume.isPending} disabled={busy && !consume.isPending} {...press(add)}>
          Add to the draft <DecidingKey keys="a" shown={keys} inverse />
        </Button>
      </div>
    </li>
  );
}

function DecidingKey({ keys, shown, inverse = false }: { keys: string; shown: boolean; inverse?: boolean }) {
  if (!shown) return null;
  return (
    <span aria-hidden className="hidden ps-1 md:inline">
      <Keys keys={keys} inverse={inverse} />
    </span>
  );
}

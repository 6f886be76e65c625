import { CircleAlert, CloudOff } from "lucide-react";
import { dismissRefusal, useDecisions, useDecisionWords, ended } from "#api/decisions/held.ts";
import { sendNow, undoDecision } from "#api/decisions/decide.ts";
import { useKeptDecisions } from "#api/decisions/leaving.ts";
import { useSession } from "#api/session.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PendingDecision } from "#ui/pending-decision.tsx";
import { useShortcuts } from "#ui/shortcuts.ts";

/** The decisions that can still be taken back, and those that were not taken. Under the page, so that it covers no button. */
export function DecisionsBar() {
  useKeptDecisions(useSession().user.id);
  const decisions = useDecisions();
  const words = useDecisionWords();
  const go = useGo();
  const undo = (about?: string) => {
    const href = undoDecision(about);
    if (href) go(href);
  };
  const latestAbout = decisions.findLast(({ state }) => state === "waiting")?.about;
  const waiting = latestAbout !== undefined;
  const latest = { label: "Undo the last decision", run: () => undo() };
  useShortcuts(
    "Decisions",
    waiting
      ? [
          { keys: "z", ...latest },
          { keys: "mod+z", ...latest },
        ]
      : [],
  );
  return (
    <>
      <p role="status" className="sr-only">
        {words}
      </p>
      {decisions.length > 0 ? (
        <section
          aria-label="Decisions under way"
          data-floating
          className="max-h-[40dvh] shrink-0 overflow-y-auto border-t border-line-strong bg-surface text-sm"
        >
          <ul className="divide-y divide-line">
            {decisions.map(({ about, doing, what, until, state, refusal, href }) => (
              <li key={about} className="px-3 py-1.5 md:px-5">
                {state === "unsent" ? (
                  <Unsent what={what} onSend={() => sendNow(about)} onUndo={() => undo(about)} />
                ) : state === "refused" ? (
                  <div role="alert" className="flex flex-wrap items-center gap-2">
                    <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-failed" />
                    <p className="min-w-0 flex-1 basis-52 break-words">
                      <span className="font-medium">Not sent: {ended(what)}</span> {refusal}
                    </p>
                    <LinkButton link={href} size="sm">
                      Open
                    </LinkButton>
                    <Button size="sm" tone="quiet" onClick={() => dismissRefusal(about)}>
                      Dismiss
                    </Button>
                  </div>
                ) : (
                  <PendingDecision
                    doing={doing}
                    what={what}
                    until={until}
                    sending={state === "sending"}
                    onUndo={() => undo(about)}
                    keys={about === latestAbout}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** The service did not answer: nothing is lost, and nothing has to be decided again. */
function Unsent({ what, onSend, onUndo }: { what: string; onSend: () => void; onUndo: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <CloudOff size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-waiting" />
      <p className="min-w-0 flex-1 basis-52 break-words">
        <span className="font-medium">Not sent yet: {ended(what)}</span> It will be sent when you are connected.
      </p>
      <Button size="sm" className="max-sm:h-11" onClick={onSend}>
        Send now
        <span className="sr-only">: {what}</span>
      </Button>
      <Button size="sm" tone="quiet" className="max-sm:h-11" onClick={onUndo}>
        Undo
        <span className="sr-only">: {what}</span>
      </Button>
    </div>
  );
}

import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { Interview } from "#contract/clarity/interview.ts";
import { Button } from "#ui/button.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { TakesFocus } from "#ui/takes-focus.tsx";
import { AnswerForm, tall } from "./answer-form.tsx";
import { CorrectButton, type Said, SaidAnswer, SaidList, saidIn } from "./said-list.tsx";
import type { Answering } from "./use-answering.ts";

interface InterviewingProps {
  interview: Interview;
  answering: Answering;
  /** Tells what was typed here from what was typed elsewhere. */
  draftId: string;
}

/** An interview under way: one question at a time, and the way back to what was said. */
export function Interviewing({ interview, answering, draftId }: InterviewingProps) {
  const [correcting, setCorrecting] = useState<Said>();
  const { question, message_index } = interview;
  const said = saidIn(interview);
  const { send, finish, failure } = answering;
  const end =
    said.length === 0 ? null : (
      <Button tone="quiet" className="h-11!" pending={finish.pending} onClick={finish.run}>
        Finish here
      </Button>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {failure ? (
        <div role="alert" className="mb-3 rounded-md bg-failed-soft p-3 text-failed">
          <p className="break-words">{failure.message}</p>
          {failure.unsent === undefined ? null : (
            <p className="mt-1 break-words whitespace-pre-wrap">Your text was not sent: “{failure.unsent}”</p>
          )}
        </div>
      ) : null}
      {correcting ? (
        <AnswerForm
          key={`correct ${correcting.at}`}
          question={correcting.question}
          draftId={`${draftId}:correct:${correcting.at}`}
          before={correcting.answer}
          action="Send correction"
          send={async (message) => {
            const kept = await send({ message_index, message, corrects: correcting.at });
            if (kept) setCorrecting(undefined);
            return kept;
          }}
        >
          {() => (
            <Button tone="quiet" className="h-11!" onClick={() => setCorrecting(undefined)}>
              Keep the answer
            </Button>
          )}
        </AnswerForm>
      ) : question === null ? (
        <TakesFocus when className="flex flex-1 flex-col gap-3">
          <h2 className="text-xl font-semibold tracking-tight">All questions are answered</h2>
          <p className="text-lg text-ink-2">Read your answers, and correct what is wrong. Then finish the interview.</p>
          <SaidList said={said} onCorrect={setCorrecting} />
          <div className="sticky bottom-0 low:static -mx-4 mt-auto flex flex-col border-t border-line bg-canvas px-4 py-3 md:static md:mx-0 md:mt-0 md:mb-4 md:flex-row md:border-t-0 md:p-0">
            <Button tone="primary" className={tall} pending={finish.pending} onClick={finish.run}>
              Finish
            </Button>
          </div>
        </TakesFocus>
      ) : (
        <>
          <Before said={said} onCorrect={setCorrecting} />
          <AnswerForm
            key={message_index}
            question={question}
            by={interview.question_by}
            draftId={`${draftId}:${message_index}`}
            action="Send answer"
            send={(message) => send({ message_index, message })}
          >
            {(say) => (
              <>
                <Button tone="quiet" className="h-11!" onClick={() => say("I don’t know.")}>
                  I don’t know
                </Button>
                {end}
              </>
            )}
          </AnswerForm>
        </>
      )}
    </div>
  );
}

/** The answer that was sent last, and behind a line those before it. */
function Before({ said, onCorrect }: { said: readonly Said[]; onCorrect: (said: Said) => void }) {
  const last = said.at(-1);
  if (!last) return null;
  return (
    <section aria-label="Your answers" className="mb-4 border-b border-line pb-2">
      <SaidAnswer said={last} />
      <div className="mt-1 flex items-center justify-between gap-2">
        <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
          <CircleCheck size={16} strokeWidth={1.75} aria-hidden className="text-done" />
          {last.corrected ? "Corrected by a later answer" : "Sent"}
        </p>
        {last.corrected ? null : <CorrectButton said={last} onCorrect={onCorrect} />}
      </div>
      {said.length > 1 ? (
        <Disclosure summary={`All ${said.length} answers`} summaryClassName="min-h-11 text-base font-medium">
          <SaidList said={said.slice(0, -1)} onCorrect={onCorrect} />
        </Disclosure>
      ) : null}
    </section>
  );
}

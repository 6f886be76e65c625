import type { Interview } from "#contract/clarity/interview.ts";

/** Where a message is in the page. */
export const messageId = (at: number) => `message-${at + 1}`;

/** All that was asked and said, as it was, and what is asked next. */
export function TranscriptList({ interview }: { interview: Interview }) {
  const { messages, person, question, question_by, asked_next, status } = interview;
  return (
    <>
      <ol aria-label="Messages" className="flex flex-col gap-4 py-4">
        {messages.map(({ source, by, message, corrected }, at) => (
          // A message keeps its position.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} id={messageId(at)} tabIndex={-1} className="flex scroll-mt-4 gap-3 rounded-md">
            <span aria-hidden className="w-6 shrink-0 text-end text-xs leading-5 text-ink-3 tabular-nums">
              {at + 1}
            </span>
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-medium">
                {source === "user" ? person : (by ?? "Interviewer")}
                {source === "interviewer" ? <span className="ms-1.5 font-normal text-ink-3">member</span> : null}
                {corrected ? <span className="ms-1.5 font-normal text-ink-3">corrected by a later answer</span> : null}
              </p>
              <p dir="auto" className={`break-words whitespace-pre-wrap ${source === "user" && !corrected ? "" : "text-ink-2"}`}>
                {message}
              </p>
            </div>
          </li>
        ))}
      </ol>
      {status === "recording" ? (
        <section aria-label="Questions to come" className="mb-4 rounded-md bg-sunken px-3 py-2 text-sm">
          {question === null ? (
            <p className="break-words">{person} has answered all questions.</p>
          ) : (
            <Waiting label={`${question_by ?? "Interviewer"} asks ${person} now`} question={question} />
          )}
          {asked_next.map((next) => (
            <Waiting key={next} label="Asked after that" question={next} />
          ))}
        </section>
      ) : null}
    </>
  );
}

function Waiting({ label, question }: { label: string; question: string }) {
  return (
    <div className="py-1">
      <p className="text-xs break-words text-ink-3">{label}</p>
      <p dir="auto" className="break-words">
        {question}
      </p>
    </div>
  );
}

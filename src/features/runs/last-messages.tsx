import { useQuery } from "@tanstack/react-query";
import type { RunMessage } from "#contract/runs/messages.ts";
import type { RunDetails } from "#contract/runs/run.ts";
import { Loaded } from "#ui/loaded.tsx";
import { NamedSteps } from "./named-steps.tsx";
import { lastMessagesRead } from "./queries.ts";
import { starterOf } from "./run-source.ts";
import { isSaidByCard } from "./said-by-card.ts";
import { startedStep } from "./run-steps.ts";
import { TranscriptRow } from "./transcript-row.tsx";
import { useFolds } from "./use-folds.ts";

const most = 12;

/** The end of a run's transcript. */
export function LastMessages({ run }: { run: RunDetails }) {
  const query = useQuery(lastMessagesRead(run.id, run.message_count, most));
  const folds = useFolds();
  return (
    <Loaded query={query} what="its messages" inline>
      {({ messages, offset }) => {
        const results = new Map(
          messages.flatMap((message) => (message.tool_result ? [[message.tool_result.tool_call_id, message] as const] : [])),
        );
        const calls = new Set(messages.flatMap((message) => message.tool_call?.id ?? []));
        const resultOf = (message: RunMessage) => message.tool_call && results.get(message.tool_call.id);
        // What the agent learnt last is what it asks about.
        const latest = messages.findLast((message) => resultOf(message) && startedStep(message, undefined) === undefined)?.id;
        const shown = messages.filter(
          (message) =>
            !isSaidByCard(message, { status: run.status, answered: resultOf(message) !== undefined, last: message === messages.at(-1) }),
        );
        return (
          <NamedSteps run={run}>
            <ol className="-mx-3">
              {shown.map((message, index) => (
                <li key={message.id} className="flow-root">
                  <TranscriptRow
                    message={message}
                    before={shown[index - 1]}
                    after={shown[index + 1]}
                    result={resultOf(message)}
                    held={message.tool_result !== undefined && calls.has(message.tool_result.tool_call_id)}
                    state="waiting"
                    open={folds.isOpen(message.id) !== (message.id === latest)}
                    {...(offset + messages.indexOf(message) <= 1 ? { writer: starterOf(run) } : {})}
                    onToggle={folds.toggle}
                  />
                </li>
              ))}
            </ol>
          </NamedSteps>
        );
      }}
    </Loaded>
  );
}

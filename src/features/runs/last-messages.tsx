import { useQuery } from "@tanstack/react-query";
import type { RunDetails } from "#contract/runs/runs.ts";
import { Loaded } from "#ui/loaded.tsx";
import { lastMessagesRead } from "./queries.ts";
import { TranscriptRow } from "./transcript-row.tsx";
import { useFolds } from "./use-folds.ts";

const shown = 12;

/** The end of a run's transcript. */
export function LastMessages({ run }: { run: RunDetails }) {
  const query = useQuery(lastMessagesRead(run.id, run.message_count, shown));
  const folds = useFolds();
  return (
    <Loaded query={query} what="its messages">
      {({ messages }) => {
        const results = new Map(
          messages.flatMap((message) => (message.tool_result ? [[message.tool_result.tool_call_id, message] as const] : [])),
        );
        const calls = new Set(messages.flatMap((message) => message.tool_call?.id ?? []));
        return (
          <ol className="-mx-3">
            {messages.map((message, index) => (
              <li key={message.id} className="flow-root">
                <TranscriptRow
                  message={message}
                  before={messages[index - 1]}
                  after={messages[index + 1]}
                  result={message.tool_call ? results.get(message.tool_call.id) : undefined}
                  held={message.tool_result !== undefined && calls.has(message.tool_result.tool_call_id)}
                  state="waiting"
                  open={folds.isOpen(message.id)}
                  onToggle={folds.toggle}
                />
              </li>
            ))}
          </ol>
        );
      }}
    </Loaded>
  );
}

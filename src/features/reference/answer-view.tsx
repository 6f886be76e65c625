import { parseExact } from "#contract/exact-json.ts";
import { useEffect, useState } from "react";
import type { RawAnswer } from "#api/raw-request.ts";
import { Badge } from "#ui/badge.tsx";
import { Bytes } from "#ui/bytes.tsx";
import { Button } from "#ui/button.tsx";
import { CodeBlock } from "#ui/code-block.tsx";
import { saveFile } from "#ui/save-file.ts";

/** A longer one is a file: nobody reads it here. */
const mostShown = 200_000;

/** What the service answered: status, time, the headers that programs read, and the body. */
export function AnswerView({ answer, download }: { answer: RawAnswer; download: boolean }) {
  const { status, headers, body, milliseconds } = answer;
  const text = useText(answer, !download || status >= 400);
  const remaining = headers.get("ratelimit-remaining");
  const save = () => saveFile({ name: "answer", type: body.type, parts: [body] });
  return (
    <div role="status" className="flex min-w-0 flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
        <Badge tone={status < 400 ? "done" : "failed"}>{status}</Badge>
        <span>{Math.round(milliseconds).toLocaleString("en")} ms</span>
        <Bytes size={body.size} />
        {remaining === null ? null : <span>{remaining} requests left</span>}
        <span className="min-w-0 font-mono text-xs break-all text-ink-3">{headers.get("x-request-id")}</span>
      </p>
      {body.size === 0 ? null : text === undefined ? (
        <Button size="sm" onClick={save}>
          Save answer
        </Button>
      ) : (
        <CodeBlock label="Answer" text={text} />
      )}
    </div>
  );
}

/** Undefined: it is not shown as text, or not read yet. */
function useText(answer: RawAnswer, shown: boolean): string | undefined {
  const [read, setRead] = useState<{ of: RawAnswer; text: string }>();
  useEffect(() => {
    if (!shown || answer.body.size > mostShown) return;
    void answer.body.text().then((text) => setRead({ of: answer, text: prettyJson(text) }));
  }, [answer, shown]);
  return read?.of === answer ? read.text : undefined;
}

function prettyJson(text: string): string {
  try {
    return JSON.stringify(parseExact(text), null, 2);
  } catch {
    return text;
  }
}

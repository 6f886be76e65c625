import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { AskedToolCall } from "#contract/runs/human-requests.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { ToolMark, ToolMarkSource } from "#ui/tool-mark.tsx";

/** A call that a person decides about: where it goes, what the server says of it, and every argument whole. */
export function AskedCall({ call }: { call: AskedToolCall }) {
  const { tool, description, connection_name, server_url, arguments: given, changed } = call;
  const names = Object.keys(given);
  return (
    <div className="flex flex-col gap-3">
      {changed ? (
        <p className="flex items-start gap-2 text-sm text-waiting">
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
          <span>The tool or its connection changed after it was approved or allowed. Read the call again.</span>
        </p>
      ) : null}
      <dl className="grid grid-cols-1 gap-x-4 text-sm sm:grid-cols-[max-content_1fr] sm:gap-y-1">
        <Line name="Tool">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-mono break-all">{tool}</span>
            <ToolMark tool={call} />
          </span>
          <ToolMarkSource tool={call} />
        </Line>
        <Line name="Connection">
          {connection_name} <span className="break-all text-ink-2">at {server_url}</span>
        </Line>
        <Line name="The server says">
          {description === "" ? <span className="text-ink-2">nothing about this tool</span> : <Exact text={description} />}
        </Line>
      </dl>
      <section aria-label="Arguments" className="rounded-md border border-line">
        <div className="flex items-center justify-between gap-2 border-b border-line py-1 ps-3 pe-1">
          <h3 className="text-sm font-medium">Arguments</h3>
          <CopyButton text={JSON.stringify(given, null, 2)} label="Copy arguments as JSON" />
        </div>
        {names.length === 0 ? (
          <p className="px-3 py-2 text-sm text-ink-2">This call has no arguments.</p>
        ) : (
          <dl className="grid grid-cols-1 gap-x-4 px-3 py-2 text-sm sm:grid-cols-[minmax(80px,max-content)_1fr] sm:gap-y-1">
            {names.map((name) => (
              <Line key={name} name={seen(name)}>
                <Argument value={given[name]} />
              </Line>
            ))}
          </dl>
        )}
      </section>
    </div>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="max-w-60 break-words text-ink-3">{name}</dt>
      <dd className="min-w-0 max-sm:mb-1">{children}</dd>
    </div>
  );
}

/** Text as it is, and everything else as JSON: two values that differ never look the same. */
function Argument({ value }: { value: unknown }) {
  if (typeof value === "string" && value !== "") return <Exact text={value} />;
  return <pre className="font-mono text-sm [overflow-wrap:anywhere] whitespace-pre-wrap">{seen(JSON.stringify(value, null, 2))}</pre>;
}

function Exact({ text }: { text: string }) {
  return <span className="[overflow-wrap:anywhere] whitespace-pre-wrap">{seen(text)}</span>;
}

/** What has no width, or turns the text around it, is written out. */
function seen(text: string): string {
  return text.replace(/[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

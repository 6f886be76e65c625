import { useQuery } from "@tanstack/react-query";
import { parseExact } from "#contract/exact-json.ts";
import type { Case } from "#contract/queues/case.ts";
import { caseSchemaRead, queueSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { Loaded } from "#ui/loaded.tsx";
import { opened, ValueView } from "#ui/value-view.tsx";
import { DataView } from "./data-view.tsx";

/** Characters of JSON that stand as names and values. */
const namedUpTo = 20_000;

/** What an agent gets with the case: by the fields of the version that it fits, or as the text that it is. */
export function CaseDataSection({ one }: { one: Case }) {
  const typed = one.json_schema_id !== null;
  const own = useQuery({ ...caseSchemaRead(one.id), enabled: typed });
  const queue = useQuery({ ...queueSchemaRead(one.queue_id), enabled: typed }).data;
  // After a change of the data the case comes first, and its schema a moment later.
  const version = own.data?.schema_id === one.json_schema_id ? own.data?.version : undefined;
  const behind = version && queue?.version && queue.schema_id !== one.json_schema_id;
  return (
    <section aria-label="Data">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h2 className="font-semibold">Data</h2>
        {version ? <span className="text-sm text-ink-3">Matches version {version} of its fields</span> : null}
      </div>
      {behind ? (
        <p className="mb-2 text-sm text-ink-3">The queue uses version {queue.version} now. Editing the data moves the case to it.</p>
      ) : null}
      {typed ? (
        <Loaded query={own} what="the fields of this case" inline>
          {({ schema }) => (schema ? <DataView schema={schema} text={one.data} /> : <PlainData text={one.data} />)}
        </Loaded>
      ) : (
        <PlainData text={one.data} />
      )}
    </section>
  );
}

function PlainData({ text }: { text: string }) {
  if (text === "") return <p className="text-ink-3">No data. Agents get only the title.</p>;
  if (text.length <= namedUpTo && opened(text, parseExact))
    return (
      <div className="rounded-md border border-line px-4 py-3 text-sm">
        <ValueView value={text} parse={parseExact} />
      </div>
    );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
    <pre
      tabIndex={0}
      className="max-h-[50vh] overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-sm whitespace-pre-wrap break-words"
    >
      {text}
    </pre>
  );
}

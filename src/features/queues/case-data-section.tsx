import { useQuery } from "@tanstack/react-query";
import type { Case } from "#contract/queues/case.ts";
import { DataView } from "./data-view.tsx";
import { caseSchemaRead, queueSchemaRead } from "./schema-queries.ts";

/** What an agent gets with the case: by the fields of the version that it fits, or as the text that it is. */
export function CaseDataSection({ one }: { one: Case }) {
  const typed = one.json_schema_id !== null;
  const own = useQuery({ ...caseSchemaRead(one.id), enabled: typed }).data;
  const queue = useQuery(queueSchemaRead(one.queue_id)).data;
  const behind = typed && queue?.version && own?.schema_id === one.json_schema_id && queue.schema_id !== one.json_schema_id;
  return (
    <section aria-label="Data">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">Data</h2>
        {own?.version && typed ? <span className="text-sm text-ink-3">fits version {own.version} of its schema</span> : null}
      </div>
      {behind ? (
        <p className="mb-2 text-sm text-ink-3">The queue goes by version {queue.version} now, and so does a change of this data.</p>
      ) : null}
      {typed && own?.schema ? <DataView schema={own.schema} text={one.data} /> : <PlainData text={one.data} />}
    </section>
  );
}

function PlainData({ text }: { text: string }) {
  if (text === "") return <p className="text-ink-3">No data. The title is all that an agent gets.</p>;
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

import { useQuery } from "@tanstack/react-query";
import { Disclosure } from "#ui/disclosure.tsx";
import { Time } from "#ui/time.tsx";
import { schemaVersionsRead } from "./schema-queries.ts";

/** The last versions, and why they were made. */
export function SchemaHistory({ queueId }: { queueId: string }) {
  const found = useQuery(schemaVersionsRead(queueId)).data;
  if (!found || found.total < 2) return null;
  return (
    <Disclosure summary="Versions" className="text-sm">
      <ol className="mt-2 flex flex-col gap-1">
        {found.versions.map((one) => (
          <li key={one.schema_id} className="flex flex-wrap gap-x-2 break-words">
            <span className="tabular-nums text-ink-3">{one.version}</span>
            <span className="min-w-0 flex-1">{one.change_summary}</span>
            <span className="text-ink-3">
              {one.created_by_name} <Time at={one.created_at} />
            </span>
          </li>
        ))}
      </ol>
      {found.total > found.versions.length ? <p className="mt-1 text-ink-3">The last {found.versions.length} of them.</p> : null}
    </Disclosure>
  );
}

import { caseStates } from "#api/states/case-states.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pathTo } from "#api/path-to.ts";
import { caseRead } from "#features/queues/case-queries.ts";
import { CaseDataSection } from "#features/queues/data/case-data-section.tsx";
import { caseSchemaRead } from "#features/queues/schema/schema-queries.ts";
import { AnyLink } from "#ui/link.tsx";
import { Loaded, useFirstAnswers } from "#ui/loaded.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Status } from "#ui/status.tsx";

interface CaseOfRequestProps {
  teamId: string;
  caseId: string;
  /** Drawn under the case once its height is known, as it would move otherwise. */
  children?: ReactNode;
}

/** The case that a request is about, so that nobody has to decide without having seen it. */
export function CaseOfRequest({ teamId, caseId, children }: CaseOfRequestProps) {
  const found = useQuery(caseRead(caseId));
  const schema = useQuery({ ...caseSchemaRead(caseId), enabled: typeof found.data?.case.json_schema_id === "string" });
  if (!useFirstAnswers(found, schema)) return <SkeletonRows />;
  return (
    <>
      <section aria-label="The case it is about" className="flex flex-col gap-3">
        <Loaded query={found} what="the case it is about" inline>
          {({ case: one }) => (
            <>
              <h2 className="flex min-w-0 flex-wrap items-center gap-x-2 text-sm">
                <AnyLink
                  link={pathTo("/t/$teamId/queues/$queueId/cases/$caseId", { teamId, queueId: one.queue_id, caseId: one.id })}
                  className="min-w-0 rounded-sm font-semibold break-words text-accent-ink underline-offset-2 hover:underline"
                >
                  {one.title}
                </AnyLink>
                <Status {...caseStates[one.display_status]} />
              </h2>
              <CaseDataSection one={one} />
            </>
          )}
        </Loaded>
      </section>
      {children}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Printer } from "lucide-react";
import { pathTo } from "#api/path-to.ts";
import { useTeam } from "#api/session.ts";
import { memberName } from "#features/clarity/member-name.ts";
import { membersRead, processRead, snapshotRead } from "#features/clarity/queries.ts";
import { useUnsaved } from "#features/clarity/unsaved-steps.ts";
import { numberOf } from "#features/clarity/version-words.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { usePageFoot } from "#ui/page-foot.ts";
import { Page } from "#ui/page.tsx";
import { PrintedVersion } from "./printed-version.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/$processId_/versions/$snapshotId/print");

/** A version as it is printed, with its evidence. */
export function PrintPage() {
  const { teamId, processId, snapshotId } = route.useParams();
  const team = useTeam();
  const process = useQuery(processRead(processId));
  const snapshot = useQuery({
    ...snapshotRead(processId, "current_process", snapshotId, process.data?.captures ?? []),
    enabled: process.data !== undefined,
  });
  const members = useQuery(membersRead(teamId));
  const versions = process.data?.current_process_versions ?? [];
  const unsaved = useUnsaved({ process_id: processId, kind: "current_process" });
  const name = process.data?.process.name;
  const title = name === undefined ? "Version" : `${name}, version ${numberOf(versions, snapshotId)}`;
  usePageFoot(team ? `${title} · ${team.name}` : title);
  usePageActions([{ id: "print", label: "Print this page", icon: Printer, run: () => window.print() }]);
  return (
    <Page
      title={title}
      crumbs={[
        { label: "Clarity", link: pathTo("/t/$teamId/clarity", { teamId }) },
        { label: "Processes", link: pathTo("/t/$teamId/clarity/processes", { teamId }) },
        { label: name ?? "Process", link: pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, { shown: snapshotId }) },
      ]}
      actions={
        <Button icon={Printer} tone="primary" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto print:overflow-visible">
        {unsaved ? (
          <p role="status" className="bg-waiting-soft px-5 py-2 text-sm text-waiting print:hidden">
            Your unsaved changes are not in it.
          </p>
        ) : null}
        <Loaded query={process} what="this process" needs="Member">
          {(detail) => (
            <Loaded query={snapshot} what="this version">
              {({ snapshot: found }) => (
                <PrintedVersion
                  {...{ teamId, versions }}
                  process={detail.process}
                  captures={detail.captures.filter(({ status }) => status === "complete")}
                  snapshot={found}
                  author={found.user_id === null || !members.data ? undefined : memberName(members.data, found.user_id)}
                />
              )}
            </Loaded>
          )}
        </Loaded>
      </div>
    </Page>
  );
}

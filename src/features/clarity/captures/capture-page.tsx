import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useMay } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import { captureRead, evidenceRead } from "#features/clarity/queries.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page, Section } from "#ui/page.tsx";
import { Time } from "#ui/time.tsx";
import { captureKind, captureTitle, placeOf } from "./capture-words.ts";
import { DeleteCapture } from "./delete-capture.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId");

/** What one capture says, unit by unit, each with its place. */
export function CapturePage() {
  const { teamId, processId, captureId } = route.useParams();
  const capture = useQuery(captureRead(processId, captureId));
  if (capture.data) return <CaptureView teamId={teamId} capture={capture.data.capture} />;
  return (
    <Page title="Capture" crumbs={crumbsOf(teamId, processId)}>
      <Loaded query={capture} what="this capture" needs="Member">
        {() => null}
      </Loaded>
    </Page>
  );
}

function CaptureView({ teamId, capture }: { teamId: string; capture: ClarityCapture }) {
  const { id: captureId, processId } = capture;
  const [deleting, setDeleting] = useState(false);
  const mayDelete = useMay(deleteClarityCapture, capture);
  const evidence = useQuery(evidenceRead(processId, captureId));
  const title = captureTitle(capture);
  return (
    <Page
      title={title}
      crumbs={crumbsOf(teamId, processId)}
      width="reading"
      meta={
        <span className="text-sm text-ink-3">
          {captureKind(capture)}, added by {capture.userName ?? "a former member"} <Time at={capture.createdAt} />
        </span>
      }
      actions={
        mayDelete ? (
          <Button icon={Trash2} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        ) : null
      }
    >
      <Section title="Evidence" description="What steps of the process can cite.">
        <Loaded query={evidence} what="the evidence">
          {(units) =>
            units.length === 0 ? (
              <p className="text-sm text-ink-3">This capture has no evidence.</p>
            ) : (
              <ol className="flex flex-col">
                {units.map(({ id, locator, text, person }) => (
                  <li key={id} className="flex flex-wrap gap-x-4 gap-y-0.5 border-b border-line py-2 text-sm last:border-b-0">
                    <span className="w-32 shrink-0 text-xs leading-5 text-ink-3 tabular-nums">{placeOf(locator)}</span>
                    <span className="min-w-0 flex-1 basis-60 break-words">
                      {person === null ? null : <span className="me-1 font-medium">{person}:</span>}
                      {text}
                    </span>
                  </li>
                ))}
              </ol>
            )
          }
        </Loaded>
      </Section>
      <DeleteCapture
        open={deleting}
        onClose={() => setDeleting(false)}
        teamId={teamId}
        id={processId}
        captureId={captureId}
        title={title}
      />
    </Page>
  );
}

const crumbsOf = (teamId: string, processId: string) => [
  { label: "Processes", link: pathTo("/t/$teamId/clarity/processes", { teamId }) },
  { label: "Process", link: pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }) },
];

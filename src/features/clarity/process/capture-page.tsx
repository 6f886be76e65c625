import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { useRule } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import { getClarityInterview } from "#contract/clarity/interviews.ts";
import { onlyContributes } from "#contract/roles.ts";
import { wasTakenAway } from "#api/stale.ts";
import { readSelection } from "#features/clarity/clarity-search.ts";
import { CaptureView } from "#features/clarity/captures/capture-view.tsx";
import { InterviewView } from "#features/clarity/interview/interview-view.tsx";
import { processRead } from "#features/clarity/queries.ts";
import { GoneState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page } from "#ui/page.tsx";

const route = getRouteApi("/_app/t/$teamId/clarity/processes/$processId_/captures/$captureId");

/** A capture of a process, with the name of the process above it. */
export function CapturePage() {
  const { teamId, processId, captureId } = route.useParams();
  const search = route.useSearch();
  const { at, find } = search;
  const selection = readSelection({ ...search });
  const navigate = route.useNavigate();
  const onFind = (text: string | undefined) =>
    void navigate({ search: ({ find: _, ...rest }) => (text === undefined ? rest : { ...rest, find: text }), replace: true });
  const process = useQuery(processRead(processId));
  const { user } = useSession();
  const capture = process.data?.captures.find(({ id }) => id === captureId);
  // One's own interview before its first answer is no capture yet.
  const unlisted = process.data !== undefined && capture === undefined && !wasTakenAway(captureId);
  const params = { process_id: processId, capture_id: captureId };
  const opened = useQuery({ ...read(getClarityInterview, { params }), enabled: unlisted });
  const start = pathTo("/t/$teamId/clarity", { teamId });
  const above = useRule(({ role }) => onlyContributes(role))
    ? [{ label: "Asked of you", link: start }]
    : [
        { label: "Clarity", link: start },
        { label: "Processes", link: pathTo("/t/$teamId/clarity/processes", { teamId }) },
      ];
  if (!process.data || (unlisted && opened.isLoading))
    return (
      <Page title="Capture" crumbs={above}>
        <Loaded query={process.data ? opened : process} what="this capture" needs="Member">
          {() => null}
        </Loaded>
      </Page>
    );
  const { name } = process.data.process;
  const link = pathTo("/t/$teamId/clarity/processes/$processId", { teamId, processId }, selection);
  const crumbs = [...above, { label: name, link }];
  const own = { id: captureId, processId, userId: user.id, type: "interview", documentFileName: null } as const;
  const interview =
    capture?.type === "interview" && capture.status === "recording"
      ? capture
      : unlisted && opened.data
        ? { ...own, userName: opened.data.interview.person }
        : undefined;
  if (interview)
    return <InterviewView key={captureId} teamId={teamId} crumbs={crumbs} capture={interview} startedAt={capture?.createdAt} />;
  if (capture) return <CaptureView key={captureId} {...{ teamId, crumbs, capture, at, find, onFind, selection }} back={link} />;
  return (
    <Page title="Capture" crumbs={crumbs}>
      {wasTakenAway(captureId) ? null : <GoneState action={<LinkButton link={link}>Back to {name}</LinkButton>} />}
    </Page>
  );
}

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { read, useWrite } from "#api/query.ts";
import { useMay, useRule } from "#api/roles.ts";
import type { ClarityCapture } from "#contract/clarity/capture.ts";
import { deleteClarityCapture } from "#contract/clarity/captures.ts";
import {
  answerClarityInterview,
  askInClarityInterview,
  finishClarityInterview,
  getClarityInterview,
} from "#contract/clarity/interviews.ts";
import type { Interview } from "#contract/clarity/interview.ts";
import { isBy } from "#contract/rights.ts";
import { DeleteCapture } from "#features/clarity/captures/delete-capture.tsx";
import { captureName } from "#features/clarity/captures/capture-words.ts";
import { Button } from "#ui/button.tsx";
import { counted } from "#ui/counted.ts";
import type { Crumb } from "#ui/frame.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Menu } from "#ui/menu.tsx";
import { Page } from "#ui/page.tsx";
import { Facts, SidePanel, Split } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { AskForm } from "./ask-form.tsx";
import { HeardList } from "./heard-list.tsx";
import { Interviewing } from "./interviewing.tsx";
import { saidIn } from "./said-list.tsx";
import { messageId, TranscriptList } from "./transcript-list.tsx";
import { useAnswering } from "./use-answering.ts";

interface InterviewViewProps {
  teamId: string;
  crumbs: readonly Crumb[];
  capture: Pick<ClarityCapture, "id" | "processId" | "userId" | "userName" | "type" | "documentFileName">;
  /** When it became a capture. Undefined before the first answer. */
  startedAt: string | undefined;
}

/** An interview under way: its member answers here, and others read along. */
export function InterviewView({ teamId, crumbs, capture, startedAt }: InterviewViewProps) {
  const { id: capture_id, processId: process_id } = capture;
  const client = useQueryClient();
  const params = { process_id, capture_id };
  const asked = read(getClarityInterview, { params });
  const query = useQuery(asked);
  const [deleting, setDeleting] = useState(false);
  const own = useRule((who) => isBy(capture.userId, who));
  const mayDelete = useMay(deleteClarityCapture, capture);
  const mayAsk = useMay(askInClarityInterview);
  const mayFinish = useMay(finishClarityInterview, capture);
  const answer = useWrite(answerClarityInterview, {
    onSuccess: ({ interview }) => void client.setQueryData(asked.queryKey, { interview, guest: false }),
  });
  const finish = useWrite(finishClarityInterview, { onSuccess: () => toast("Interview finished") });
  const end = () => finish.mutateAsync({ params });
  const answering = useAnswering({
    answer: (body) => answer.mutateAsync({ params, body }),
    finish: end,
    reload: () => client.invalidateQueries({ queryKey: asked.queryKey }),
  });
  const title = captureName(capture);
  const answers = query.data && own && !query.data.guest;
  const said = query.data ? saidIn(query.data.interview) : [];
  return (
    <Page
      title={title}
      crumbs={crumbs}
      meta={<Status look="working" word="In progress" />}
      actions={
        <>
          {mayFinish && query.data && !answers && said.length > 0 ? (
            <Button icon={Check} fold pending={finish.isPending} onClick={() => void end().catch(toastFailed)}>
              End interview
            </Button>
          ) : null}
          {mayDelete && startedAt !== undefined ? (
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More" />}
              entries={[{ label: "Delete", icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]}
            />
          ) : null}
        </>
      }
    >
      <p className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-4 py-1.5 text-xs text-ink-3 md:px-5">
        <span className="first-letter:uppercase">{counted(said.length, "answer", "answers")}</span>
        {startedAt === undefined ? (
          <span>It becomes a capture with your first answer</span>
        ) : (
          <span>
            Started {query.data?.guest ? "by a guest link " : ""}
            <Time at={startedAt} />
          </span>
        )}
      </p>
      <Loaded query={query} what="the interview">
        {({ interview, guest }) => (
          <Split
            side={
              <SidePanel title="About this interview">
                <Facts
                  rows={[
                    ["Person", interview.person],
                    ["Takes part", guest ? "As a guest" : "As a member"],
                    ["Answered", answeredOf(interview)],
                  ]}
                />
                <HeardList interview={interview} onJump={own && !guest ? undefined : jumpTo} />
              </SidePanel>
            }
          >
            <div className="flex w-full max-w-[720px] flex-1 flex-col px-4 pt-4 md:px-5">
              {own && !guest ? (
                <Interviewing interview={interview} answering={answering} draftId={`interview:${capture_id}`} />
              ) : (
                <>
                  <TranscriptList interview={interview} />
                  {mayAsk ? (
                    <div className="sticky bottom-0 mt-auto low:static">
                      <AskForm params={params} person={interview.person} />
                    </div>
                  ) : null}
                </>
              )}
            </div>
          </Split>
        )}
      </Loaded>
      <DeleteCapture
        open={deleting}
        onClose={() => setDeleting(false)}
        teamId={teamId}
        id={process_id}
        captureId={capture_id}
        title={title}
      />
    </Page>
  );
}

/** How many questions have an answer that stands. */
function answeredOf(interview: Interview): string {
  const answered = saidIn(interview).filter(({ corrected }) => !corrected).length;
  if (interview.planned === null) return counted(answered, "question", "questions");
  return `${answered} of ${interview.planned} questions`;
}

function jumpTo(at: number): void {
  const message = document.getElementById(messageId(at));
  message?.scrollIntoView({ block: "start" });
  message?.focus({ preventScroll: true });
}

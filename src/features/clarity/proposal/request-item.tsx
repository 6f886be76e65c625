import { FilePlus, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import type { ExtraCaptureRequest } from "#contract/clarity/extra-capture.ts";
import { assignClarityExtraCaptureRequest } from "#contract/clarity/extra-captures.ts";
import { startClarityInterview } from "#contract/clarity/interviews.ts";
import { AddCapture } from "#features/clarity/captures/add-capture.tsx";
import { memberName } from "#features/clarity/member-name.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { Select } from "#ui/select.tsx";
import { Status } from "#ui/status.tsx";
import { toastFailed } from "#ui/toast.ts";

export interface AskingProps {
  teamId: string;
  processId: string;
  members: readonly { readonly id: string; readonly name: string | null; readonly email: string }[];
}

interface RequestItemProps extends AskingProps {
  request: ExtraCaptureRequest;
  /** The step that it is about, as a link to it. Absent where that is clear. */
  onChoose?: (() => void) | undefined;
  step?: string | undefined;
}

const states = {
  requested: { look: "asks", word: "Not answered yet" },
  captured: { look: "done", word: "Answered" },
  resolved: { look: "past", word: "Known" },
} as const;

/** What a proposal does not know: who is asked, and how it is answered. */
export function RequestItem({ teamId, processId, members, request, step, onChoose }: RequestItemProps) {
  const { id, proposal_id, requested_user_id: asked, status, gap, suggested_prompt: prompt } = request;
  const { user } = useSession();
  const go = useGo();
  const mayAssign = useMay(assignClarityExtraCaptureRequest);
  const mayAnswer = useMay(startClarityInterview);
  const assign = useWrite(assignClarityExtraCaptureRequest);
  const start = useWrite(startClarityInterview);
  const [adding, setAdding] = useState(false);
  const params = { process_id: processId };
  const toCapture = (captureId: string) =>
    go(pathTo("/t/$teamId/clarity/processes/$processId/captures/$captureId", { teamId, processId, captureId }));
  const answer = () =>
    start.mutate(
      { params, body: { extra_capture_request_id: id } },
      { onSuccess: ({ capture_id }) => toCapture(capture_id), onError: toastFailed },
    );
  const open = status === "requested";
  const isMine = asked === user.id;
  return (
    <article aria-label={gap} className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2">
        <Status {...states[status]} />
        {step && onChoose ? (
          <button type="button" onClick={onChoose} className="rounded-sm text-start text-accent-ink hover:underline">
            {step}
          </button>
        ) : null}
      </p>
      <p className="break-words">{gap}</p>
      {prompt && prompt !== gap && open ? (
        <p className="rounded-md bg-sunken px-2 py-1.5 text-xs break-words text-ink-2">{prompt}</p>
      ) : null}
      {mayAssign && open ? (
        <Select
          aria-label={`Who is asked: ${gap}`}
          empty="No one is asked"
          options={members.map((member) => ({
            value: member.id,
            label: `${member.name ?? member.email}${member.id === user.id ? ", you" : ""}`,
          }))}
          value={asked ?? ""}
          disabled={assign.isPending}
          onChange={({ target: { value } }) =>
            assign.mutate(
              {
                params: { ...params, transformation_proposal_id: proposal_id, request_id: id },
                body: { user_id: value === "" ? null : value },
              },
              { onError: toastFailed },
            )
          }
        />
      ) : (
        <p className="text-xs text-ink-3">
          {asked === null ? "No one is asked" : isMine ? "You are asked" : `${memberName(members, asked)} is asked`}
        </p>
      )}
      {mayAnswer && open ? (
        <span className="flex flex-wrap gap-2">
          <Button size="sm" tone={isMine ? "primary" : "secondary"} icon={MessageSquareText} pending={start.isPending} onClick={answer}>
            Answer
          </Button>
          <Button size="sm" icon={FilePlus} onClick={() => setAdding(true)}>
            Add a file
          </Button>
        </span>
      ) : null}
      {status === "captured" && request.capture_id !== null ? (
        <button
          type="button"
          onClick={() => toCapture(request.capture_id ?? "")}
          className="self-start rounded-sm text-start text-accent-ink hover:underline"
        >
          Read the answer
        </button>
      ) : null}
      <AddCapture processId={processId} requestId={id} open={adding} onClose={() => setAdding(false)} />
    </article>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link2, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { useMay, useRule } from "#api/roles.ts";
import { startClarityInterview } from "#contract/clarity/interviews.ts";
import { invitesGuests } from "#contract/clarity/rights.ts";
import { processRead } from "#features/clarity/queries.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { toastFailed } from "#ui/toast.ts";
import { InviteDialog } from "./invite-dialog.tsx";

interface InterviewButtonsProps {
  teamId: string;
  processId: string;
  /** On a phone without words. */
  fold: boolean;
}

/** Start an interview with oneself, or invite a guest to one. */
export function InterviewButtons({ teamId, processId, fold }: InterviewButtonsProps) {
  const [inviting, setInviting] = useState(false);
  const go = useGo();
  const creator = useQuery(processRead(processId)).data?.process.user_id;
  const mayInvite = useRule((who) => creator !== undefined && invitesGuests({ user_id: creator }, who));
  const mayAnswer = useMay(startClarityInterview);
  const start = useWrite(startClarityInterview);
  const begin = () =>
    start.mutate(
      { params: { process_id: processId } },
      {
        onSuccess: ({ capture_id: captureId }) =>
          go(pathTo("/t/$teamId/clarity/processes/$processId/captures/$captureId", { teamId, processId, captureId })),
        onError: toastFailed,
      },
    );
  return (
    <>
      {mayAnswer ? (
        <Button icon={MessageSquareText} fold={fold} pending={start.isPending} onClick={begin}>
          Answer questions
        </Button>
      ) : null}
      {mayInvite ? (
        <Button icon={Link2} fold={fold} onClick={() => setInviting(true)}>
          Invite to an interview
        </Button>
      ) : null}
      <InviteDialog processId={processId} open={inviting} onClose={() => setInviting(false)} />
    </>
  );
}

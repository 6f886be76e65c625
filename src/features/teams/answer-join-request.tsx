import { UserPlus, X } from "lucide-react";
import { useDecisionAbout } from "#api/decisions/held.ts";
import { useDecide } from "#api/decisions/decide.ts";
import { usualRole } from "#contract/teams/invites.ts";
import { approveJoinRequest, declineJoinRequest } from "#contract/teams/join-requests.ts";
import { DecideButtons } from "#ui/decide-buttons.tsx";

interface AnswerJoinRequestProps {
  teamId: string;
  /** This request among those of the same person. */
  about: string;
  /** Who asks. */
  id: string;
  name: string;
  keys: boolean;
  onDone: () => void;
}

/** The two answers to somebody who asks to join a team. */
export function AnswerJoinRequest({ teamId, about, id, name, keys, onDone }: AnswerJoinRequestProps) {
  const approve = useDecide(approveJoinRequest);
  const decline = useDecide(declineJoinRequest);
  const decision = useDecisionAbout(about);
  const what = `${name} asks to join`;
  const params = { teamId, memberId: id };
  const acts = [
    {
      id: "let-in",
      label: "Approve",
      icon: UserPlus,
      keys: "a",
      run: () => {
        approve({ about, doing: "Approving", done: "Approved", what, input: { params, body: { role: usualRole } } });
        onDone();
      },
    },
    {
      id: "decline",
      label: "Decline",
      icon: X,
      keys: "d",
      run: () => {
        decline({ about, doing: "Declining", done: "Declined", what, input: { params } });
        onDone();
      },
    },
  ];
  return (
    <>
      <p className="text-ink-2">If you approve, {name} becomes a Member. You can change the role later.</p>
      <DecideButtons group="Request to join" id={about} {...{ what, acts, keys, decision }} />
    </>
  );
}

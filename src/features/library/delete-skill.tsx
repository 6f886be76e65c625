import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { deleteSkill, type Skill } from "#contract/library/skills.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { AgentLinks } from "./file-users.tsx";
import { assignmentsOf } from "./queries.ts";

interface DeleteSkillProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  skill: Skill;
}

export function DeleteSkill({ open, onClose, teamId, skill }: DeleteSkillProps) {
  const go = useGo();
  const { data } = useQuery(assignmentsOf(teamId, skill.id));
  const remove = useWrite(deleteSkill, { onSuccess: () => go(`/t/${teamId}/skills`) });
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { skill_id: skill.id } });
    toast(`${skill.name} deleted`);
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this skill?"
      action="Delete skill"
      typedName={skill.name}
      onConfirm={onConfirm}
    >
      <p>The skill and all of its files are deleted for good.</p>
      {data === undefined ? (
        <p>Looking for agents that use it…</p>
      ) : data.total === 0 ? (
        <p>No live revision uses it.</p>
      ) : (
        <p>
          Used by <AgentLinks teamId={teamId} agents={data.assignments} />
          {data.total > data.assignments.length ? ` and ${data.total - data.assignments.length} more` : ""}. Their runs will fail until the
          skill is removed from the revision.
        </p>
      )}
    </ConfirmDialog>
  );
}

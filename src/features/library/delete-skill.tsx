import { useDeletion } from "#api/deletion.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { dropUnsent, lostWith } from "#api/unsent.ts";
import { deleteSkill, type Skill } from "#contract/library/skills.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Consequences } from "#ui/consequences.tsx";
import { useGo } from "#ui/link.tsx";
import { toast } from "#ui/toast.ts";
import { skillDeletionRead } from "./queries.ts";

interface DeleteSkillProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  skill: Skill;
}

export function DeleteSkill({ open, onClose, teamId, skill }: DeleteSkillProps) {
  const go = useGo();
  const remove = useWrite(deleteSkill, { onSuccess: () => go(pathTo("/t/$teamId/skills", { teamId })) });
  const onConfirm = async () => {
    await remove.mutateAsync({ params: { skill_id: skill.id } });
    dropUnsent(skill.id);
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
      <p>This cannot be undone. Runs of revisions that use it fail until it is removed from them.</p>
      <Takes skillId={skill.id} />
    </ConfirmDialog>
  );
}

function Takes({ skillId }: { skillId: string }) {
  return <Consequences query={useDeletion(skillDeletionRead(skillId), () => lostWith(skillId))} />;
}

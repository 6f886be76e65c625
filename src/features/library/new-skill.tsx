import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { useWrite } from "#api/query.ts";
import { createSkill } from "#contract/library/skills.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { useGo } from "#ui/link.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Textarea } from "#ui/textarea.tsx";
import { toast } from "#ui/toast.ts";

export function NewSkill({ teamId, open, onClose }: { teamId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} size="md" title="New skill" description="Saved as a SKILL.md. You can add files to it.">
      <SkillForm teamId={teamId} onClose={onClose} />
    </Dialog>
  );
}

function SkillForm({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const go = useGo();
  const create = useWrite(createSkill);
  const form = useContractForm(createSkill, {
    id: `new-skill-${teamId}`,
    defaultValues: { name: "", description: "", content: "" },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: ({ skill }) => {
      toast(`${skill.name} saved`);
      onClose();
      go(pathTo("/t/$teamId/skills/$skillId", { teamId, skillId: skill.id }));
    },
    fieldOfCode: { invalid_skill: "name" },
  });
  return (
    <Form {...form.props} submit="Save skill" onCancel={onClose}>
      <Field label="Name" hint="Lowercase letters, digits and hyphens. A skill of this name is updated." {...form.field("name")}>
        <TextInput autoFocus autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label="Description"
        hint="What it does and when to use it. Agents use this to decide whether to read it."
        {...form.field("description")}
      >
        <Textarea rows={2} />
      </Field>
      <Field label="Instructions" {...form.field("content")}>
        <Textarea rows={8} code />
      </Field>
    </Form>
  );
}

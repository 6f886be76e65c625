import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { filePath } from "#contract/fields.ts";
import { updateSkillFile } from "#contract/library/skill-files.ts";
import type { Skill } from "#contract/library/skills.ts";
import { z } from "#contract/zod.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";

interface AddSkillFileProps {
  open: boolean;
  onClose: () => void;
  skill: Skill;
  onDone: (path: string) => void;
}

const schema = z.strictObject({ path: filePath });

/** A further text file, empty at first. Others come with an upload. */
export function AddSkillFile({ open, onClose, ...rest }: AddSkillFileProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Add a file" description="Programs find it under skills/ at the same path.">
      <PathForm onClose={onClose} {...rest} />
    </Dialog>
  );
}

function PathForm({ onClose, skill, onDone }: Omit<AddSkillFileProps, "open">) {
  const write = useWrite(updateSkillFile);
  const form = useContractForm(schema, {
    defaultValues: { path: "" },
    submit: ({ path }) => write.mutateAsync({ params: { skill_id: skill.id, path }, body: { content: "" } }),
    onDone: () => {
      onClose();
      onDone(form.valueOf("path"));
    },
    fieldOfCode: { invalid_skill: "path" },
  });
  return (
    <Form {...form.props} submit="Add file" onCancel={onClose}>
      <Field label="Path" hint="Such as template.md or lib/rules.py" {...form.field("path")}>
        <TextInput autoFocus autoComplete="off" spellCheck={false} />
      </Field>
    </Form>
  );
}

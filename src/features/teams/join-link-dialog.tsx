import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { createTeamInviteLink } from "#contract/teams/invite-links.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { NumberInput } from "#ui/number-input.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";

interface JoinLinkDialogProps {
  teamId: string;
  open: boolean;
  /** There is a link, which ends. */
  replaces: boolean;
  onClose: () => void;
}

/** How many a new link lets in, and for how long. */
export function JoinLinkDialog({ teamId, open, replaces, onClose }: JoinLinkDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={replaces ? "Replace the join link" : "Create a join link"}
      {...(replaces ? { description: "The present link stops working at once. Members who joined by it stay." } : {})}
    >
      <JoinLinkForm teamId={teamId} replaces={replaces} onClose={onClose} />
    </Dialog>
  );
}

const days = [1, 7, 14, 30, 90].map((count) => ({ value: String(count), label: count === 1 ? "1 day" : `${count} days` }));

function JoinLinkForm({ teamId, replaces, onClose }: Omit<JoinLinkDialogProps, "open">) {
  const create = useWrite(createTeamInviteLink);
  const form = useContractForm(createTeamInviteLink, {
    defaultValues: { max_uses: 50, expires_in_days: 14 },
    submit: (body) => create.mutateAsync({ params: { teamId }, body }),
    onDone: () => {
      toast(replaces ? "Join link replaced" : "Join link created");
      onClose();
    },
  });
  const required = { required: true };
  return (
    <Form {...form.props} submit={replaces ? "Replace link" : "Create link"} onCancel={onClose}>
      <Field
        label="People"
        hint="The most people who can join with this link, up to 1,000"
        {...form.field("max_uses")}
        limits={{ ...form.field("max_uses").limits, ...required }}
      >
        <NumberInput autoFocus />
      </Field>
      <Field label="Works for" {...form.field("expires_in_days")} limits={required}>
        <Select options={days} />
      </Field>
    </Form>
  );
}

import { useState } from "react";
import { useFailure } from "#api/failure.ts";
import { useWrite } from "#api/query.ts";
import { type Aggressiveness, generateClarityProcessSnapshot } from "#contract/clarity/generation.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { Textarea } from "#ui/textarea.tsx";

interface ProposeDialogProps {
  processId: string;
  /** The proposal that is refined. */
  former: string | undefined;
  open: boolean;
  onClose: () => void;
  onStarted: () => void;
}

const changes: readonly { readonly value: Aggressiveness; readonly label: string }[] = [
  { value: "aggressive", label: "Who does the steps, and the steps" },
  { value: "conservative", label: "Only who does what is known well" },
  { value: "none", label: "Nothing: only say how ready each step is" },
];

/** Asks how much a proposal may change, and what it has to keep to. */
export function ProposeDialog({ open, onClose, ...rest }: ProposeDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Propose a change"
      description="A model says which steps an agent can do, which a person is asked for, and which stay outside. It is a draft: nothing is handed over."
    >
      <Propose onClose={onClose} {...rest} />
    </Dialog>
  );
}

function Propose({ processId, former, onClose, onStarted }: Omit<ProposeDialogProps, "open">) {
  const generate = useWrite(generateClarityProcessSnapshot);
  const [change, setChange] = useState<Aggressiveness>("aggressive");
  const [guidance, setGuidance] = useState("");
  const { words: failure, setFailure } = useFailure();
  const send = async () => {
    setFailure(undefined);
    const wish = guidance.trim();
    try {
      await generate.mutateAsync({
        params: { process_id: processId, kind: "transformation_proposal" },
        body: {
          transformation_aggressiveness: change,
          ...(wish !== "" && { custom_guidance: wish }),
          ...(former !== undefined && wish !== "" && { regenerate_from: former }),
        },
      });
      onStarted();
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Form
      submit="Propose"
      busy={generate.isPending}
      error={failure}
      onCancel={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!generate.isPending) void send();
      }}
    >
      <Field label="What may change">
        <Select autoFocus options={changes} value={change} onChange={({ target }) => setChange(target.value as Aggressiveness)} />
      </Field>
      <Field label="Guidance" hint="Optional: what to keep to, such as “Leave payments to people”. The practice model does not read it.">
        <Textarea rows={3} maxLength={2_000} value={guidance} onChange={({ target }) => setGuidance(target.value)} />
      </Field>
    </Form>
  );
}

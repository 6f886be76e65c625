import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type Automation, updateAutomation } from "#contract/agents/automations.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Section } from "#ui/page.tsx";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";
import { whoMayChange } from "./automation-rights.ts";
import { DeleteAutomation } from "./delete-automation.tsx";

interface AutomationSettingsProps {
  teamId: string;
  automation: Automation;
  mayChange: boolean;
}

export function AutomationSettings({ teamId, automation, mayChange }: AutomationSettingsProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <ScrollColumn>
      {mayChange ? (
        <>
          <Section title="General">
            <NameForm automation={automation} />
          </Section>
          <Section title="Delete" description="Deletes it with its agents and queues. You can restore all of them.">
            <Button tone="danger" onClick={() => setDeleting(true)}>
              Delete automation
            </Button>
          </Section>
          <DeleteAutomation open={deleting} onClose={() => setDeleting(false)} teamId={teamId} automation={automation} />
        </>
      ) : (
        <>
          <p className="mb-4 text-ink-2">{whoMayChange}</p>
          <div className="-mx-4">
            <Facts
              rows={[
                ["Name", automation.name],
                ["Created", <Time key="created" at={automation.created_at} />],
              ]}
            />
          </div>
        </>
      )}
    </ScrollColumn>
  );
}

function NameForm({ automation }: { automation: Automation }) {
  const update = useWrite(updateAutomation);
  const rename = (name: string) => update.mutateAsync({ params: { automation_id: automation.id }, body: { name } });
  const form = useContractForm(updateAutomation, {
    id: `automation-name-${automation.id}`,
    defaultValues: { name: automation.name },
    follows: ({ name }) => ({ Name: name ?? "" }),
    submit: ({ name }) => rename(name ?? ""),
    onDone: () => {
      const undo = () => void rename(automation.name).catch(toastFailed);
      toast("Name saved", { undo });
    },
  });
  const name = form.field("name");
  return (
    <Form {...form.props} submit="Save" tone="secondary" inline>
      <Field label="Name" {...name} limits={{ ...name.limits, required: true }}>
        <TextInput autoComplete="off" />
      </Field>
    </Form>
  );
}

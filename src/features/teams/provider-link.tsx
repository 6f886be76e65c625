import type { ReactNode } from "react";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { removeProviderLink, startProviderLink } from "#contract/teams/single-sign-on.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { toast } from "#ui/toast.ts";
import { leaveFor } from "./provider-trip.ts";

interface ProviderLinkProps {
  open: boolean;
  onClose: () => void;
  name: string;
  linked: boolean;
}

/** Connects the company's provider with one's own account, or ends that. */
export function ProviderLinkDialog({ open, onClose, name, linked }: ProviderLinkProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={linked ? `Disconnect ${name}` : `Connect ${name}`}
      description={
        linked
          ? "You will sign in with your password only. Other browsers stay signed in."
          : `Confirm your password first. Then sign in to ${name} with the account that you want to use here.`
      }
    >
      {linked ? <Disconnect name={name} onClose={onClose} /> : <Connect name={name} onClose={onClose} />}
    </Dialog>
  );
}

function Connect({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useContractForm(startProviderLink, {
    defaultValues: { password: "" },
    submit: (body) => call(startProviderLink, { body }),
    onDone: ({ continue_url }) => leaveFor(continue_url, { for: "link", to: "/profile" }),
    fieldOfCode: { wrong_credentials: "password" },
  });
  return (
    <Form {...form.props} submit={`Continue to ${name}`} onCancel={onClose}>
      <Password>{form.field("password")}</Password>
    </Form>
  );
}

function Disconnect({ name, onClose }: { name: string; onClose: () => void }) {
  const remove = useWrite(removeProviderLink);
  const form = useContractForm(removeProviderLink, {
    defaultValues: { password: "" },
    submit: (body) => remove.mutateAsync({ body }),
    onDone: () => {
      toast(`${name} disconnected`);
      onClose();
    },
    fieldOfCode: { wrong_credentials: "password" },
  });
  return (
    <Form {...form.props} submit="Disconnect" tone="danger" onCancel={onClose}>
      <Password>{form.field("password")}</Password>
    </Form>
  );
}

type FieldProps = Omit<Parameters<typeof Field>[0], "label" | "children">;

function Password({ children }: { children: FieldProps }): ReactNode {
  return (
    <Field label="Password" {...children}>
      <PasswordInput autoComplete="current-password" autoFocus />
    </Field>
  );
}

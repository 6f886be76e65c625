import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { sessionQuery } from "#api/session-query.ts";
import type { Reply } from "#contract/endpoint.ts";
import { confirmSecondFactor, removeSecondFactor, startSecondFactor } from "#contract/teams/session.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { PasswordInput } from "#ui/password-input.tsx";
import { QrCode } from "./qr-code.tsx";

interface StepProps {
  open: boolean;
  onClose: () => void;
}

export function AddSecondFactor({ open, onClose }: StepProps) {
  const [begun, setBegun] = useState<Reply<typeof startSecondFactor> | null>(null);
  const close = () => {
    setBegun(null);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Turn on two-factor sign-in"
      description={
        begun
          ? "Scan the code with your authenticator app, save the recovery codes, then enter the code that the app shows."
          : "Confirm your password first."
      }
    >
      {begun ? <Confirm begun={begun} onClose={close} /> : <Begin onBegun={setBegun} onClose={close} />}
    </Dialog>
  );
}

function Begin({ onBegun, onClose }: { onBegun: (reply: Reply<typeof startSecondFactor>) => void; onClose: () => void }) {
  const form = useContractForm(startSecondFactor, {
    defaultValues: { password: "" },
    submit: (body) => call(startSecondFactor, { body }),
    onDone: onBegun,
    fieldOfCode: { wrong_credentials: "password" },
  });
  return (
    <Form {...form.props} submit="Continue" onCancel={onClose}>
      <Field label="Password" {...form.field("password")}>
        <PasswordInput autoComplete="current-password" autoFocus />
      </Field>
    </Form>
  );
}

function Confirm({ begun, onClose }: { begun: Reply<typeof startSecondFactor>; onClose: () => void }) {
  const refresh = useRefresh();
  const form = useContractForm(confirmSecondFactor, {
    defaultValues: { code: "" },
    submit: (body) => call(confirmSecondFactor, { body }),
    onDone: () => {
      refresh();
      toast("Two-factor sign-in is on");
      onClose();
    },
    fieldOfCode: { wrong_code: "code" },
  });
  return (
    <Form {...form.props} submit="Turn on" onCancel={onClose}>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={begun.uri} label="Code for the authenticator app" />
        <div className="min-w-40 flex-1 text-sm">
          <p className="text-ink-3">Or type this secret</p>
          <p className="flex items-start gap-1">
            <code className="break-all">{begun.secret}</code>
            <CopyButton text={begun.secret} label="Copy the secret" />
          </p>
          <a href={begun.uri} className="mt-2 inline-block rounded-sm text-accent-ink underline underline-offset-2">
            Open in an app on this device
          </a>
        </div>
      </div>
      <div className="rounded-md border border-line p-3">
        <div className="flex items-center justify-between gap-2">
          <p className="text-sm font-medium">Recovery codes</p>
          <CopyButton text={begun.recovery_codes.join("\n")} words="Copy all" />
        </div>
        <p className="mb-2 text-xs text-ink-3">Each code works once if you lose the app. They are shown only now.</p>
        <ul className="grid grid-cols-2 gap-x-4 font-mono text-sm">
          {begun.recovery_codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <Field label="Code from the app" {...form.field("code")}>
        <TextInput code inputMode="numeric" autoComplete="one-time-code" />
      </Field>
    </Form>
  );
}

export function RemoveSecondFactor({ open, onClose }: StepProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Turn off two-factor sign-in"
      description="You will sign in with your password only. The recovery codes stop working."
    >
      <Remove onClose={onClose} />
    </Dialog>
  );
}

function Remove({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh();
  const form = useContractForm(removeSecondFactor, {
    defaultValues: { password: "" },
    submit: (body) => call(removeSecondFactor, { body }),
    onDone: () => {
      refresh();
      toast("Two-factor sign-in is off");
      onClose();
    },
    fieldOfCode: { wrong_credentials: "password" },
  });
  return (
    <Form {...form.props} submit="Turn off" tone="danger" onCancel={onClose}>
      <Field label="Password" {...form.field("password")}>
        <PasswordInput autoComplete="current-password" autoFocus />
      </Field>
    </Form>
  );
}

function useRefresh(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

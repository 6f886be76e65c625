import { type ReactNode, useState } from "react";
import { call } from "#api/client.ts";
import { sendDecisions } from "#api/decisions.ts";
import { useContractForm } from "#api/form.ts";
import { leave, useSession } from "#api/session.ts";
import { changePassword, signOutEverywhere } from "#contract/teams/session.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Section } from "#ui/page.tsx";
import { toast } from "#ui/toast.ts";
import { PasswordInput } from "#ui/password-input.tsx";
import { AddSecondFactor, RemoveSecondFactor } from "./second-factor.tsx";
import { passwordHint } from "./password-hint.ts";

export function Security() {
  const { user } = useSession();
  const [open, setOpen] = useState<"password" | "factor" | "everywhere" | null>(null);
  const close = () => setOpen(null);
  return (
    <Section title="Sign-in">
      <ul>
        <Row title="Password" note="Changing it signs out every other browser.">
          <Button size="sm" onClick={() => setOpen("password")}>
            Change
          </Button>
        </Row>
        <Row
          title="Two-factor sign-in"
          note="Asks for a code from an authenticator app at each sign-in."
          badge={user.second_factor ? <Badge tone="done">On</Badge> : <Badge>Off</Badge>}
        >
          <Button size="sm" onClick={() => setOpen("factor")}>
            {user.second_factor ? "Turn off" : "Turn on"}
          </Button>
        </Row>
        <Row title="Sessions" note="Every browser where you are signed in, including this one.">
          <Button size="sm" onClick={() => setOpen("everywhere")}>
            Sign out everywhere
          </Button>
        </Row>
      </ul>
      <Dialog open={open === "password"} onClose={close} title="Change password">
        <PasswordChange onClose={close} />
      </Dialog>
      {user.second_factor ? (
        <RemoveSecondFactor open={open === "factor"} onClose={close} />
      ) : (
        <AddSecondFactor open={open === "factor"} onClose={close} />
      )}
      <ConfirmDialog
        open={open === "everywhere"}
        onClose={close}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        onConfirm={async () => {
          await sendDecisions();
          await call(signOutEverywhere);
          leave();
        }}
      >
        <p>Every browser has to sign in again. API keys keep working.</p>
      </ConfirmDialog>
    </Section>
  );
}

function Row({ title, note, badge, children }: { title: string; note: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="flex items-center gap-2 font-medium">
          {title} {badge}
        </p>
        <p className="text-sm text-ink-3">{note}</p>
      </div>
      {children}
    </li>
  );
}

function PasswordChange({ onClose }: { onClose: () => void }) {
  const form = useContractForm(changePassword, {
    defaultValues: { current_password: "", new_password: "" },
    submit: (body) => call(changePassword, { body }),
    onDone: () => {
      toast("Password changed. All other browsers are signed out.");
      onClose();
    },
    fieldOfCode: { wrong_credentials: "current_password" },
  });
  return (
    <Form {...form.props} submit="Change password" onCancel={onClose}>
      <Field label="Current password" {...form.field("current_password")}>
        <PasswordInput autoComplete="current-password" autoFocus />
      </Field>
      <Field label="New password" hint={passwordHint(form.errorOf("new_password"))} {...form.field("new_password")}>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </Form>
  );
}

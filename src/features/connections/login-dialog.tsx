import { Trash2 } from "lucide-react";
import { useContractForm } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { useMay } from "#api/roles.ts";
import { useSession } from "#api/session.ts";
import { createCredential, type ListedLogin, updateCredential } from "#contract/connections/logins.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import { loginChangesOf, loginSchema, type LoginValues, newLoginOf } from "./login-form.ts";
import { LoginSecrets } from "./login-secrets.tsx";
import { LoginUses } from "./login-uses.tsx";
import { loginTitle, signsInWith } from "./login-words.ts";

interface LoginDialogProps {
  open: boolean;
  onClose: () => void;
  teamId: string;
  /** Absent: a further one. */
  login?: ListedLogin | undefined;
  onDelete: (login: ListedLogin) => void;
}

export function LoginDialog({ open, ...rest }: LoginDialogProps) {
  const { login, teamId, onClose } = rest;
  const mayShare = useMay(createCredential, { user_id: null });
  return (
    <Dialog open={open} onClose={onClose} size="md" title={login ? loginTitle(login) : "New login"}>
      {login ? <LoginUses teamId={teamId} login={login} /> : null}
      {login && login.user_id === null && !mayShare ? (
        <p className="text-ink-2">
          It signs in with: {signsInWith(login).toLowerCase()}. It is shared with the team. Only Managers and above can change it.
        </p>
      ) : (
        <LoginForm {...rest} mayShare={mayShare} />
      )}
    </Dialog>
  );
}

const loginFacts = ({ domain, username, shared }: Pick<LoginValues, "domain" | "username" | "shared">) => ({
  Domain: domain,
  "User name": username ?? "",
  "Shared with the team": shared ? "Yes" : "No",
});

const nothingStored = { hasPassword: false, hasEnabledTOTP: false };

function LoginForm({ onClose, teamId, login, onDelete, mayShare }: Omit<LoginDialogProps, "open"> & { mayShare: boolean }) {
  const { user } = useSession();
  const create = useWrite(createCredential);
  const update = useWrite(updateCredential);
  const params = { teamId, userId: user.id };
  const stored = login ?? nothingStored;
  const form = useContractForm(loginSchema(stored), {
    id: `login-${teamId}-${login?.id ?? "new"}`,
    defaultValues: {
      domain: login?.domain ?? "",
      username: login?.username ?? "",
      password: "",
      removePassword: false,
      otp_secret: "",
      removeCodes: false,
      shared: login?.user_id === null,
    },
    ...(login ? { follows: loginFacts } : {}),
    submit: (values) =>
      login
        ? update.mutateAsync({ params: { ...params, id: login.id }, body: loginChangesOf(values, login) })
        : create.mutateAsync({ params, body: newLoginOf(values) }),
    onDone: (saved) => {
      toast(`${loginTitle(saved)} saved`);
      onClose();
    },
  });
  return (
    <Form
      {...form.props}
      submit="Save login"
      onCancel={onClose}
      extra={
        login ? (
          <Button tone="quiet" icon={Trash2} onClick={() => onDelete(login)}>
            Delete
          </Button>
        ) : null
      }
    >
      <Field
        label="Domain"
        hint="The host of the sign-in page. The password is entered there and nowhere else. The name of an application is stored, but no tool signs in there."
        {...form.field("domain")}
      >
        <TextInput code autoFocus={!login} placeholder="accounts.example.com" />
      </Field>
      <Field label="User name" {...form.field("username")}>
        <TextInput autoComplete="off" autoCapitalize="off" spellCheck={false} />
      </Field>
      <LoginSecrets form={form} stored={stored} />
      {mayShare ? (
        <Checkbox
          label="Shared with the team"
          hint="Every run can sign in with it, and Managers can change it. Otherwise only runs that you start can."
          {...form.field("shared")}
        />
      ) : (
        <p className="text-sm text-ink-2">Only runs that you start can sign in with it. Managers can share logins with the team.</p>
      )}
    </Form>
  );
}

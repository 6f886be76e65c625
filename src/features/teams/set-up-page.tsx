import { pathTo } from "#api/path-to.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { expectSample } from "#api/sample.ts";
import { rememberTeam, sessionQuery, setupQuery } from "#api/session-query.ts";
import { completeSetup } from "#contract/teams/session.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { toast } from "#ui/toast.ts";
import { TextInput } from "#ui/text-input.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { plain } from "./plain-field.ts";
import { passwordHint } from "./password-hint.ts";

export function SetUpPage() {
  const router = useRouter();
  const client = useQueryClient();
  const { data: setup } = useQuery(setupQuery);
  const form = useContractForm(completeSetup, {
    id: "set-up",
    defaultValues: { organization_name: "", team_name: "", owner_name: "", email: "", password: "", sample_workspace: true },
    submit: async (body) => {
      const reply = await call(completeSetup, { body });
      if (body.sample_workspace) {
        expectSample(reply.team_id);
        toast("Setting up the sample workspace: its agents and runs will appear automatically");
      }
      return reply;
    },
    onDone: ({ team_id }) => {
      rememberTeam(team_id);
      client.removeQueries({ queryKey: sessionQuery.queryKey });
      client.removeQueries({ queryKey: setupQuery.queryKey });
      void router.navigate({ to: "/", replace: true });
    },
    secrets: ["code"],
    fieldOfCode: { wrong_setup_code: "code" },
  });
  return (
    <EntryFrame
      title="Set up Caseload"
      lead="This installation is new. You will be its owner."
      footer={
        form.props.error ? (
          <LinkButton link={pathTo("/sign-in", {})} tone="quiet" size="sm">
            Sign in instead
          </LinkButton>
        ) : undefined
      }
    >
      <Form {...form.props} submit="Create the workspace" wide>
        {setup?.code_needed ? (
          <Field
            label="Set-up code"
            hint="You are on another machine. Find the code in the terminal or log of the service."
            {...plain(form.field("code"))}
          >
            <TextInput code autoComplete="off" autoFocus />
          </Field>
        ) : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Organization" {...form.field("organization_name")}>
            <TextInput autoComplete="organization" autoFocus={!setup?.code_needed} />
          </Field>
          <Field label="First team" {...form.field("team_name")}>
            <TextInput autoComplete="off" />
          </Field>
        </div>
        <Field label="Your name" {...form.field("owner_name")}>
          <TextInput autoComplete="name" />
        </Field>
        <Field label="Email address" {...form.field("email")}>
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </Field>
        <Field label="Password" hint={passwordHint(form.errorOf("password"))} {...form.field("password")}>
          <PasswordInput autoComplete="new-password" />
        </Field>
        <Checkbox
          {...form.field("sample_workspace")}
          label="Load the sample workspace"
          hint="Example agents, runs and files to explore. Delete them whenever you like."
        />
      </Form>
    </EntryFrame>
  );
}

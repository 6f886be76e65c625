import { pathTo } from "#api/path-to.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { rememberTeam, sessionQuery, setupQuery } from "#api/session-query.ts";
import { completeSetup } from "#contract/teams/session.ts";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { PasswordInput } from "#ui/password-input.tsx";
import { passwordHint } from "./password-hint.ts";
import { sampleComes } from "./sample-comes.ts";
import { SetUpByProvider } from "./set-up-by-provider.tsx";
import { SampleChoice, SetUpFields } from "./set-up-fields.tsx";

export function SetUpPage() {
  const { data: setup } = useQuery(setupQuery);
  const codeNeeded = setup?.code_needed ?? false;
  return setup?.provider && !setup.passwords ? (
    <SetUpByProvider provider={setup.provider} codeNeeded={codeNeeded} />
  ) : (
    <SetUpByPassword codeNeeded={codeNeeded} />
  );
}

function SetUpByPassword({ codeNeeded }: { codeNeeded: boolean }) {
  const router = useRouter();
  const client = useQueryClient();
  const form = useContractForm(completeSetup, {
    id: "set-up",
    defaultValues: { organization_name: "", team_name: "", owner_name: "", email: "", password: "", sample_workspace: true },
    submit: async (body) => {
      const { team_id } = await call(completeSetup, { body });
      if (body.sample_workspace) sampleComes();
      rememberTeam(team_id);
      client.removeQueries({ queryKey: sessionQuery.queryKey });
      client.removeQueries({ queryKey: setupQuery.queryKey });
      // The form stays sent until the workspace is there in its place.
      await router.navigate({ to: "/", replace: true });
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
        <SetUpFields
          code={codeNeeded ? form.field("code") : undefined}
          organization={form.field("organization_name")}
          team={form.field("team_name")}
        />
        <Field label="Your name" {...form.field("owner_name")}>
          <TextInput autoComplete="name" />
        </Field>
        <Field label="Email address" {...form.field("email")}>
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </Field>
        <Field label="Password" hint={passwordHint(form.errorOf("password"))} {...form.field("password")}>
          <PasswordInput autoComplete="new-password" />
        </Field>
        <SampleChoice {...form.field("sample_workspace")} />
      </Form>
    </EntryFrame>
  );
}

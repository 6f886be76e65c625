import { useState } from "react";
import { call } from "#api/client.ts";
import { useContractForm } from "#api/form.ts";
import { founded } from "#contract/teams/session.ts";
import { startProviderSignIn } from "#contract/teams/single-sign-on.ts";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { Form } from "#ui/form.tsx";
import { leaveFor, tripNow } from "./provider-trip.ts";
import { SampleChoice, SetUpFields } from "./set-up-fields.tsx";

/** Sets up a fresh installation where passwords are off: the provider says who its owner is. */
export function SetUpByProvider({ provider, codeNeeded }: { provider: string; codeNeeded: boolean }) {
  // Whoever comes back without success finds what they typed.
  const [former] = useState(() => tripNow().setup);
  const form = useContractForm(startProviderSignIn.body.extend(founded), {
    defaultValues: former ?? { organization_name: "", team_name: "", sample_workspace: true },
    submit: async ({ setup_code, ...setup }) => ({ setup, ...(await call(startProviderSignIn, { body: { setup_code } })) }),
    onDone: ({ setup, continue_url }) => leaveFor(continue_url, { for: "set-up", to: "/", setup }),
    fieldOfCode: { wrong_setup_code: "setup_code" },
  });
  return (
    <EntryFrame title="Set up Caseload" lead={`This installation is new. You will be its owner, and sign in with ${provider}.`}>
      <Form {...form.props} submit={`Continue with ${provider}`} wide>
        <SetUpFields
          code={codeNeeded ? form.field("setup_code") : undefined}
          organization={form.field("organization_name")}
          team={form.field("team_name")}
        />
        <SampleChoice {...form.field("sample_workspace")} />
      </Form>
    </EntryFrame>
  );
}

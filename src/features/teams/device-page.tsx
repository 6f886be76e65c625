import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useContractForm } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { lookAtDeviceLogin } from "#contract/teams/device-logins.ts";
import { z } from "#contract/zod.ts";
import { EntryFrame } from "#ui/entry-frame.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { DeviceDecision } from "./device-decision.tsx";
import { plain } from "./plain-field.ts";

/** Signs the command line in: by the code of the address, or one that is typed. */
export function DevicePage() {
  const [code, setCode] = useState(() => decodeURIComponent(location.hash.slice(1)).slice(0, 20));
  const [done, setDone] = useState<"allowed" | "declined">();
  const query = useQuery({
    ...read(lookAtDeviceLogin, { body: { user_code: code } }),
    enabled: code !== "" && done === undefined,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (done !== undefined)
    return (
      <EntryFrame
        title={done === "allowed" ? "The command line is signed in" : "Declined"}
        lead={
          <span role="status">
            {done === "allowed" ? "Go back to the terminal. You find its key in your profile, and revoke it there." : "It gets no key."}
          </span>
        }
      >
        <LinkButton link={pathTo("/", {})}>Open Caseload</LinkButton>
      </EntryFrame>
    );
  if (code === "" || query.error)
    return <CodeForm why={query.error?.message} onCode={(next) => (next === code ? void query.refetch() : setCode(next))} />;
  if (!query.data)
    return (
      <EntryFrame title="Authorize the command line">
        <Loaded inline query={query} what="the request">
          {() => null}
        </Loaded>
      </EntryFrame>
    );
  return <DeviceDecision login={query.data.device_login} onDone={(allowed) => setDone(allowed ? "allowed" : "declined")} />;
}

const codeForm = z.strictObject({ code: z.string().trim().min(8, { error: "Enter the 8 letters that the terminal shows" }).max(20) });

function CodeForm({ why, onCode }: { why: string | undefined; onCode: (code: string) => void }) {
  const form = useContractForm(codeForm, {
    defaultValues: { code: "" },
    submit: async ({ code }) => code,
    onDone: onCode,
  });
  return (
    <EntryFrame
      title="Authorize the command line"
      lead={why === undefined ? "Enter the code that your terminal shows." : <span role="alert">{why}</span>}
    >
      <Form {...form.props} submit="Continue" wide>
        <Field label="Code" hint="8 letters, as in BCDF-GHJK" {...plain(form.field("code"))}>
          <TextInput code autoComplete="off" autoFocus />
        </Field>
      </Form>
    </EntryFrame>
  );
}

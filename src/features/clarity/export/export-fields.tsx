import { useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { type ContractForm, useFieldValue } from "#api/form.ts";
import { pathTo } from "#api/path-to.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { NodePerson } from "#contract/clarity/people.ts";
import { connectionSettingsRead, signInCheckRead } from "#features/clarity/queries.ts";
import { Field } from "#ui/field.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Select } from "#ui/select.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { type ExportValues, headerOf } from "./export-form.ts";

interface ExportFieldsProps {
  teamId: string;
  formId: string;
  form: ContractForm<ExportValues>;
  connections: readonly Connection[];
  fileName: string;
  people: readonly NodePerson[];
}

/** Where the model is made, and who answers for the process there. */
export function ExportFields({ teamId, formId, form, connections, fileName, people }: ExportFieldsProps) {
  const connectionId = useFieldValue(form, "connectionInstanceId");
  const settings = useQuery({ ...connectionSettingsRead(connectionId), enabled: connectionId !== "" });
  const directory = headerOf(settings.data?.headers, "directory");
  const approverKey = headerOf(settings.data?.headers, "approver-key");
  const { ref, onSubmit, error } = form.props;
  const add = (
    <AnyLink link={pathTo("/t/$teamId/connections", { teamId }, { connection: "new" })} className="text-accent-ink hover:underline">
      Add a connection
    </AnyLink>
  );
  return (
    <form id={formId} ref={ref} noValidate onSubmit={onSubmit} className="flex flex-col gap-4 p-4">
      <Field
        label="Connection"
        hint={connections.length === 0 ? <>This team has no connection to SAP Signavio. {add}</> : undefined}
        aside={connectionId === "" ? undefined : <SignedIn connectionId={connectionId} />}
        {...form.field("connectionInstanceId")}
      >
        <Select empty="Choose a connection" options={connections.map(({ id, name }) => ({ value: id, label: name }))} />
      </Field>
      {connectionId === "" ? null : <SignInFault connectionId={connectionId} />}
      <div className="-m-4">
        <Facts
          rows={[
            ["Directory", directory ?? "–"],
            ["File name", fileName],
          ]}
        />
      </div>
      <Field
        label="Owner"
        hint={hintOf(people, /owner/i)}
        aside={<span className="text-ink-3">optional</span>}
        {...form.field("processOwnerRef")}
      >
        <TextInput code placeholder="/glossary/…" autoComplete="off" />
      </Field>
      <Field
        label="Approver"
        hint={
          connectionId !== "" && settings.data && approverKey === undefined
            ? "The connection has no name for it: add the header Approver-Key there."
            : hintOf(people, /approv/i)
        }
        aside={<span className="text-ink-3">optional</span>}
        {...form.field("processApproverRef")}
      >
        <TextInput code placeholder="/glossary/…" autoComplete="off" />
      </Field>
      <div aria-live="polite" className="empty:hidden">
        {error ? (
          <p className="flex items-start gap-2 rounded-md bg-failed-soft px-3 py-2 text-sm break-words text-failed">
            <CircleAlert size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0" />
            {error}
          </p>
        ) : null}
      </div>
    </form>
  );
}

/** Who the landscape names for it. There they are people, and entries of the glossary at the other side. */
function hintOf(people: readonly NodePerson[], role: RegExp): string {
  const named = people.filter((person) => role.test(person.role ?? "")).map(({ name }) => name);
  const who = named.length > 0 ? `In the landscape: ${named.slice(0, 3).join(", ")}. ` : "";
  return `${who}The address of an entry of the glossary there.`;
}

function SignedIn({ connectionId }: { connectionId: string }) {
  const { data, isFetching } = useQuery(signInCheckRead(connectionId));
  if (isFetching || !data) return <Status look="working" word="Signing in" />;
  return data.success ? <Status look="done" word="Signed in" /> : <Status look="failed" word="Not signed in" />;
}

function SignInFault({ connectionId }: { connectionId: string }) {
  const { data } = useQuery(signInCheckRead(connectionId));
  return data?.error === undefined ? null : <p className="-mt-2 text-sm break-words text-failed">{data.error}</p>;
}

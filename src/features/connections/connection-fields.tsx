import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useContractForm, useFieldValue } from "#api/form.ts";
import { useWrite } from "#api/query.ts";
import { type Connection, createConnection, updateConnection } from "#contract/connections/connections.ts";
import type { Integration } from "#contract/connections/integrations.ts";
import { startNativeOAuth } from "#contract/connections/native.ts";
import { authorizeMcpOAuth } from "#contract/connections/oauth.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field } from "#ui/field.tsx";
import { Form } from "#ui/form.tsx";
import { Select } from "#ui/select.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { toast } from "#ui/toast.ts";
import {
  changedConnectionOf,
  connectionFacts,
  connectionSchema,
  nativeSignInOf,
  newConnectionOf,
  newSignInOf,
  signInOf,
  startFieldsOf,
} from "./connection-form.ts";
import { ConnectionHeaders } from "./connection-headers.tsx";
import { leaveFor, thisPlace } from "./leave-for.ts";
import type { Header } from "./header-rows.ts";
import { kindWords } from "./kind-words.ts";
import { MailboxSignIn } from "./mailbox-sign-in.tsx";
import { type NewUse, placeToPin } from "./new-use.ts";
import { OwnClient } from "./own-client.tsx";
import { connectionToolsRead, newConnectionDraft } from "./queries.ts";
import { ServerCheck } from "./server-check.tsx";
import { kindOf, mailboxChoice, signavioChoice } from "./server-kind.ts";
import { SignavioSignIn } from "./signavio-sign-in.tsx";
import { SignInChoice } from "./sign-in-choice.tsx";

const signInFields = { server: ConnectionHeaders, mailbox: MailboxSignIn, signavio: SignavioSignIn };

interface ConnectionFieldsProps {
  onClose: () => void;
  teamId: string;
  connection?: Connection | undefined;
  mayShare: boolean;
  /** The headers that it has. */
  stored: Header[];
  /** Those that a new one can be of. */
  integrations: readonly Integration[];
  /** Where a new one is used from the beginning. */
  use?: NewUse | undefined;
}

/** Where a connection leads and what it signs in with. Signing in at the other service leaves the console and comes back to this place. */
export function ConnectionFields({ onClose, teamId, connection, mayShare, stored, integrations, use }: ConnectionFieldsProps) {
  const create = useWrite(createConnection);
  const update = useWrite(updateConnection);
  const start = useWrite(authorizeMcpOAuth);
  const startNative = useWrite(startNativeOAuth);
  const client = useQueryClient();
  const known = { stored: connection, integrations };
  const given = use && integrations.find(({ id }) => id === (use.slot.custom_integration_id ?? use.slot.integration_id));
  const back = () => (use ? placeToPin(use) : thisPlace());
  const form = useContractForm(connectionSchema(known), {
    id: connection ? `connection-${teamId}-${connection.id}` : newConnectionDraft(teamId, use?.slot.id),
    defaultValues: {
      name: connection?.name ?? given?.name ?? "",
      integration: connection?.custom_integration_id ?? given?.id ?? "",
      server_url: connection?.server_url ?? "",
      shop: "",
      sign_in: "url",
      oauth_client_id: "",
      oauth_client_secret: "",
      shared: connection?.shared ?? false,
      headers: stored,
    },
    secrets: ["headers", "oauth_client_secret"],
    ...(connection ? { follows: connectionFacts } : {}),
    fieldOfCode: {
      outbound_refused: "server_url",
      server_unreachable: "server_url",
      oauth_unsupported: "server_url",
      provider_not_set_up: "integration",
    },
    submit: async (values) => {
      const way = signInOf(values, known);
      if (connection)
        return update.mutateAsync({ params: { connection_id: connection.id }, body: changedConnectionOf(values, connection) });
      if (way !== "oauth" && way !== "native") return create.mutateAsync({ params: { teamId }, body: newConnectionOf(values, way) });
      const { authorization_url } =
        way === "native"
          ? await startNative.mutateAsync({
              params: { teamId, provider: integrations.find(({ id }) => id === values.integration)?.oauth_provider_key ?? "" },
              body: nativeSignInOf(values, known, back()),
            })
          : await start.mutateAsync({ params: { teamId }, body: newSignInOf(values, known, back()) });
      return leaveFor(authorization_url);
    },
    onDone: (saved) => {
      toast(`${saved.name} saved`);
      if (!connection) {
        use?.onMade(saved.id);
        // Nobody may open its page for long: its server is looked at once, so that lists say whether it works.
        void client.prefetchQuery(connectionToolsRead(saved.id));
      }
      onClose();
    },
  });
  const headers = useFieldValue(form, "headers");
  const integration = useFieldValue(form, "integration");
  const chosen = integrations.find(({ id }) => id === integration);
  const typed = useFieldValue(form, "server_url");
  const [wrong, setWrong] = useState<{ readonly address: string; readonly words: string }>();
  const address = form.field("server_url");
  const kind = kindOf({ integration, server_url: typed }, connection?.type);
  const words = kindWords[kind];
  const way = signInOf({ integration, server_url: typed, sign_in: useFieldValue(form, "sign_in") }, known);
  const isNative = way === "native";
  const Headers = signInFields[kind];
  const signsIn = way === "oauth" || (isNative && !connection);
  const unready = integrations.some(({ oauth_ready }) => oauth_ready === false);
  return (
    <Form
      {...form.props}
      submit={isNative && chosen ? `Sign in to ${chosen.name}` : signsIn ? "Sign in" : "Save connection"}
      onCancel={onClose}
    >
      <Field label="Name" hint="What people find it by, for example “Ledger of the north office”" {...form.field("name")}>
        <TextInput autoFocus={!connection} autoComplete="off" />
      </Field>
      {integrations.length > 0 ? (
        <Field
          label="Integration"
          hint={
            unready && integration === ""
              ? "To use a service that is not set up, an administrator registers Caseload with it first."
              : undefined
          }
          {...form.field("integration")}
        >
          <Select
            empty="Another MCP server"
            options={[
              ...(use
                ? []
                : [
                    { value: mailboxChoice, label: "Mailbox (IMAP)" },
                    { value: signavioChoice, label: "SAP Signavio" },
                  ]),
              ...integrations.map(({ id, name, oauth_ready }) => ({
                value: id,
                label: oauth_ready === false ? `${name} – not set up` : name,
                disabled: oauth_ready === false,
              })),
            ]}
          />
        </Field>
      ) : null}
      {startFieldsOf(integrations, integration).includes("shop") ? (
        <Field label="Store" hint="The address of the store, without https://" {...form.field("shop")}>
          <TextInput code inputMode="url" placeholder="example.myshopify.com" />
        </Field>
      ) : null}
      {isNative && !connection ? null : chosen || connection?.custom_integration_id || isNative ? (
        <p className="text-sm break-all text-ink-2">Server: {chosen?.server_url ?? connection?.server_url}</p>
      ) : (
        <Field
          label={words.address}
          hint={connection ? `With another server, ${words.moved}` : words.hint}
          {...address}
          error={address.error ?? (wrong?.address === typed ? wrong.words : undefined)}
        >
          <TextInput code inputMode="url" placeholder={words.example} />
        </Field>
      )}
      {isNative || kind !== "server" || connection?.auth_method === "oauth" ? null : (
        <ServerCheck
          teamId={teamId}
          server={chosen?.server_url ?? typed}
          headers={way === "headers" ? headers : []}
          onWrongAddress={chosen || connection?.custom_integration_id ? undefined : (said) => setWrong({ address: typed, words: said })}
          {...(connection || chosen ? {} : { onFound: (wants) => form.set("sign_in", wants) })}
        />
      )}
      {connection || chosen || kind !== "server" ? null : <SignInChoice {...form.field("sign_in")} />}
      {way === "headers" ? (
        <Headers
          headers={headers}
          error={form.errorOf("headers")}
          errorOf={(row, field) => form.errorOf(`headers.${row}.${field}`)}
          onChange={(next) => form.set("headers", next)}
        />
      ) : null}
      {way === "oauth" && !chosen ? <OwnClient id={form.field("oauth_client_id")} secret={form.field("oauth_client_secret")} /> : null}
      {signsIn ? (
        <p className="text-sm text-ink-2">
          You leave this page for {isNative && chosen ? chosen.name : "the other service"} and come back here. Only runs that you start use
          the connection
          {mayShare ? ", until you share it" : null}.
        </p>
      ) : mayShare ? (
        <Checkbox label="Shared with the team" hint={words.everyone} {...form.field("shared")} />
      ) : (
        <p className="text-sm text-ink-2">{words.you} Managers can share connections with the team.</p>
      )}
    </Form>
  );
}

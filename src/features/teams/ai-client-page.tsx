import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { read } from "#api/query.ts";
import { listMcpAreas } from "#contract/teams/ai-clients.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Field } from "#ui/field.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Page, Section } from "#ui/page.tsx";
import { Select } from "#ui/select.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { ClientKey } from "./client-key.tsx";
import { addressOf, type AiClient, aiClients, choiceIn, clientIn, searchOf } from "./client-setup.ts";
import { LeaveKey } from "./leave-key.tsx";
import { ToolChoice } from "./tool-choice.tsx";
import { YourKeys } from "./your-keys.tsx";

const route = getRouteApi("/_app/ai-client");
const crumbs = [{ label: "Profile", link: pathTo("/profile", {}) }];

/** Connects a program with a model to this service, by the Model Context Protocol. */
export function AiClientPage() {
  const areas = useQuery(read(listMcpAreas));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const client = clientIn(search);
  const go = (next: typeof search) => void navigate({ search: next, replace: true, resetScroll: false });
  const [key, setKey] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  return (
    <Page title="Connect an AI client" crumbs={crumbs} width="reading">
      <Loaded query={areas} what="the tools" skeleton={<SkeletonRows rows={6} height={48} />}>
        {({ url, areas: all }) => {
          const choice = choiceIn(search, all);
          return (
            <>
              <Section
                title="Tools"
                description="An AI client works in Caseload as you do: it lists runs, answers questions and starts agents, with your role."
              >
                <ToolChoice areas={all} choice={choice} onChange={(next) => go({ ...searchOf(next), client })} />
              </Section>
              <SignIn address={addressOf(url, choice)} />
              <Section title="Key" description="For a client that cannot sign in: it sends an API key, which works until you revoke it.">
                {key === null ? (
                  <ClientKey name="AI client" readOnly={choice.readOnly} onKey={setKey} />
                ) : (
                  <p role="status">The key is created and is part of the configuration below. Copy it now: it is shown only once.</p>
                )}
              </Section>
              <Section title="Configuration">
                <Configuration
                  client={client}
                  onClient={(next) => go({ ...search, client: next })}
                  address={addressOf(url, choice)}
                  apiKey={key}
                  onCopied={() => setCopied(true)}
                />
              </Section>
            </>
          );
        }}
      </Loaded>
      <YourKeys />
      <LeaveKey uncopied={key !== null && !copied} />
    </Page>
  );
}

/** Most clients need nothing but the address: a person lets them in by their browser. */
function SignIn({ address }: { address: string | undefined }) {
  return (
    <Section
      title="Address"
      description="Claude, ChatGPT, VS Code and other clients that sign in by a browser need nothing else: they lead you here, and you let them in."
    >
      {address === undefined ? (
        <p className="text-ink-3">No area is chosen yet.</p>
      ) : (
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-3 py-2 text-sm break-all select-all">{address}</code>
          <CopyButton text={address} words="Copy address" />
        </div>
      )}
    </Section>
  );
}

interface ConfigurationProps {
  client: AiClient;
  onClient: (client: AiClient) => void;
  address: string | undefined;
  apiKey: string | null;
  onCopied: () => void;
}

function Configuration({ client, onClient, address, apiKey, onCopied }: ConfigurationProps) {
  const { place, config } = aiClients[client];
  const options = Object.entries(aiClients).map(([value, { label }]) => ({ value, label }));
  const text = address === undefined ? undefined : config(address, apiKey ?? "YOUR_KEY");
  return (
    <div className="flex flex-col gap-4">
      <Field label="AI client">
        <Select value={client} onChange={(event) => onClient(event.target.value as AiClient)} options={options} />
      </Field>
      {text === undefined ? (
        <p className="text-ink-3">Choose at least one area.</p>
      ) : (
        <div>
          <CodeBlock label={`For ${place}`} text={text} onCopied={onCopied} />
          {apiKey === null ? (
            <p className="mt-1 text-sm text-ink-3">Create a key above, or put one of yours in place of YOUR_KEY.</p>
          ) : null}
        </div>
      )}
    </div>
  );
}

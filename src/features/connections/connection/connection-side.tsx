import { isMailbox, signavioType } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { IdChip } from "#ui/id-chip.tsx";
import { Facts, SidePanel } from "#ui/side-panel.tsx";
import { Time } from "#ui/time.tsx";
import { ConnectionGrants } from "./connection-grants.tsx";
import { ConnectionUses } from "./connection-uses.tsx";

const ways: Record<Connection["auth_method"], string> = {
  url: "No sign-in",
  headers: "With headers",
  apikey: "With a key",
  oauth: "With an account there",
};

/** Where a connection leads, as whom, and who uses it. */
export function ConnectionSide({ teamId, connection }: { teamId: string; connection: Connection }) {
  const { id, server_url, account_label, auth_method, shared, oauth_scopes, created_at } = connection;
  const mailbox = isMailbox(server_url);
  const modeling = connection.type === signavioType;
  const [everyone, you] = mailbox
    ? ["Agents of everyone in the team", "Agents that you let listen"]
    : modeling
      ? ["Exports of the team", "Exports that you start"]
      : ["Runs of everyone in the team", "Runs that you start"];
  return (
    <SidePanel title="About this connection">
      <Facts
        rows={[
          [
            "Server",
            <span key="server" className="font-mono text-xs wrap-anywhere">
              {server_url}
            </span>,
          ],
          ...(account_label === null ? [] : ([["Acts as", account_label]] as const)),
          ["Authentication", mailbox || modeling ? "With a user name and a password" : ways[auth_method]],
          ...(oauth_scopes && oauth_scopes.length > 0 ? ([["Allowed", oauth_scopes.join(", ")]] as const) : []),
          ["For", shared ? everyone : you],
          ["Created", <Time key="created" at={created_at} />],
          ["Id", <IdChip key="id" id={id} />],
        ]}
      />
      {modeling ? null : (
        <section aria-label="Where it is used" className="border-t border-line p-4">
          <h2 className="mb-2 font-semibold">Used by</h2>
          <ConnectionUses teamId={teamId} connection={connection} />
        </section>
      )}
      {shared ? <ConnectionGrants connection={connection} /> : null}
    </SidePanel>
  );
}

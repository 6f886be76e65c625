import { Undo2, Unplug } from "lucide-react";
import { useMay } from "#api/roles.ts";
import { isMailbox } from "#contract/connections/connection-words.ts";
import type { Connection } from "#contract/connections/connections.ts";
import { giveUpConnectionGrant } from "#contract/connections/granted-connections.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { Facts } from "#ui/side-panel.tsx";
import { Status } from "#ui/status.tsx";
import { brokenWords, leadsTo, stateOf, usedBy } from "./connection-words.ts";

interface GrantedDrawerProps {
  connection: Connection | undefined;
  onClose: () => void;
  onGiveUp: (connection: Connection) => void;
}

/** A connection of another team, as the team that uses it sees it: who can mend it, and the way to give it up. */
export function GrantedDrawer({ connection, onClose, onGiveUp }: GrantedDrawerProps) {
  return (
    <Drawer open={connection !== undefined} onClose={onClose} title={connection?.name ?? "Connection"}>
      {connection ? <Opened connection={connection} onGiveUp={() => onGiveUp(connection)} /> : null}
    </Drawer>
  );
}

const pinned = "Members choose it for the runs that they start, and event triggers can listen to it.";
const listened = "Members let agents listen to the emails that arrive there.";

function Opened({ connection, onGiveUp }: { connection: Connection; onGiveUp: () => void }) {
  const may = useMay(giveUpConnectionGrant);
  const { granted_from, broken_at } = connection;
  const owner = granted_from?.name ?? "another team";
  const mailbox = isMailbox(connection.server_url);
  return (
    <div className="flex flex-col gap-4">
      <Status {...stateOf(connection)} />
      {broken_at === null ? null : (
        <div className="flex items-start gap-3 rounded-md border border-waiting px-3 py-2">
          <Unplug size={16} strokeWidth={1.75} aria-hidden className="mt-0.5 shrink-0 text-waiting" />
          <p className="min-w-0 break-words">
            This connection {brokenWords(connection)} A Manager of {owner} can reconnect it. Every revision and event trigger keeps it.
          </p>
        </div>
      )}
      <p className="text-ink-2">
        {owner} lets this team use it. {mailbox ? listened : pinned} Only {owner} can change it.
      </p>
      <div className="-mx-4">
        <Facts
          rows={[
            ["Server", <span key="server">{leadsTo(connection)}</span>],
            ["From", owner],
            ["Used by", usedBy(connection)],
          ]}
        />
      </div>
      {may ? (
        <Button className="self-start" icon={Undo2} onClick={onGiveUp}>
          Give up
        </Button>
      ) : (
        <p className="text-ink-3">Managers and above can give it up.</p>
      )}
    </div>
  );
}

import { soughtBy } from "#contract/sought.ts";
import { ListChecks, RefreshCw } from "lucide-react";
import { useState } from "react";
import type { SlotTool } from "#contract/connections/slot-tools.ts";
import { Button } from "#ui/button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Menu } from "#ui/menu.tsx";
import { TextInput } from "#ui/text-input.tsx";
import { countedPolicies } from "./slot-tool-words.ts";
import { SlotToolRow } from "./slot-tool-row.tsx";
import type { SlotTools as Tools } from "./use-slot-tools.ts";

interface SlotToolsProps {
  tools: Tools;
  name: string;
  /** The person who looks has a connection in the slot. */
  connected: boolean;
  mayEdit: boolean;
}

/** From so many tools on a person looks for one by its name. */
const searchedFrom = 12;
const shownAtOnce = 50;

/** What the servers of a slot offer, and what runs may do with each tool. */
export function SlotTools({ tools, name, connected, mayEdit }: SlotToolsProps) {
  return (
    <Loaded query={tools.query} what="the tools" inline>
      {({ tools: all }) => (
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <h4 className="font-medium max-sm:me-auto">Tools</h4>
            <span className="min-w-0 flex-1 text-sm text-ink-2 max-sm:order-last max-sm:basis-full">{countedPolicies(all)}</span>
            {mayEdit && all.length > 0 ? <Bulk all={all} name={name} tools={tools} /> : null}
            {connected ? (
              <Button size="sm" icon={RefreshCw} pending={tools.looking} onClick={tools.look}>
                {all.length > 0 ? "Refresh" : "List tools"}
              </Button>
            ) : null}
          </div>
          {tools.problems.map(({ connection_id, name: connection, message }) => (
            <p key={connection_id} role="status" className="text-sm break-words text-failed">
              {connection}: {message}
            </p>
          ))}
          {all.length > 0 ? (
            <ToolRows all={all} name={name} tools={tools} mayEdit={mayEdit} />
          ) : (
            <p className="text-sm text-ink-2">
              {connected ? "The tools of your connection are not listed yet." : "Choose your connection to see its tools."} Until you choose
              otherwise, a person approves each call.
            </p>
          )}
        </div>
      )}
    </Loaded>
  );
}

/** Only what a person has chosen allows anything; what a server says of itself may only take away. */
function Bulk({ all, name, tools }: { all: readonly SlotTool[]; name: string; tools: Tools }) {
  const writing = all.filter(({ reads_only, policy }) => !reads_only && policy === "allow");
  const open = all.filter(({ policy }) => policy !== "allow");
  const free = all.filter(({ policy }) => policy !== "ask");
  return (
    <Menu
      trigger={
        <Button size="sm" icon={ListChecks} disabled={tools.choosing} aria-label={`Set all tools of ${name}`}>
          Set all
        </Button>
      }
      entries={[
        {
          label: "Ask for all that write",
          note: "Those not marked as read-only",
          disabled: writing.length === 0,
          onSelect: () => tools.choose(writing, "ask"),
        },
        { label: "Ask for all", disabled: free.length === 0, onSelect: () => tools.choose(free, "ask") },
        { label: "Allow all", disabled: open.length === 0, onSelect: () => tools.choose(open, "allow") },
      ]}
    />
  );
}

function ToolRows({ all, name, tools, mayEdit }: { all: readonly SlotTool[]; name: string; tools: Tools; mayEdit: boolean }) {
  const [search, setSearch] = useState("");
  const [whole, setWhole] = useState(false);
  const isSought = soughtBy(search);
  const found = all.filter((tool) => isSought(tool.name));
  const shown = whole ? found : found.slice(0, shownAtOnce);
  const servers = new Set(all.map(({ server_url }) => server_url)).size;
  return (
    <>
      {all.length >= searchedFrom ? (
        <TextInput
          type="search"
          aria-label={`Search tools of ${name}`}
          placeholder="Search tools"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      ) : null}
      {found.length === 0 ? <p className="text-sm text-ink-2">No tool matches “{search}”.</p> : null}
      <ul aria-label={`Tools of ${name}`} className="divide-y divide-line rounded-md border border-line empty:hidden">
        {shown.map((tool) => (
          <SlotToolRow
            key={`${tool.server_url} ${tool.digest}`}
            tool={tool}
            server={servers > 1}
            mayEdit={mayEdit}
            busy={tools.choosing}
            onChoose={(policy) => tools.choose([tool], policy)}
          />
        ))}
      </ul>
      {shown.length < found.length ? (
        <Button size="sm" tone="quiet" onClick={() => setWhole(true)}>
          Show all {found.length.toLocaleString("en")} tools
        </Button>
      ) : null}
    </>
  );
}

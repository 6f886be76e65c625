import { useState } from "react";
import { useMay } from "#api/roles.ts";
import { callConnectionTool } from "#contract/connections/connection-tools.ts";
import type { Connection } from "#contract/connections/connections.ts";
import type { McpTool } from "#contract/connections/mcp.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { LongText } from "#ui/long-text.tsx";
import { ToolMark, ToolMarkSource } from "#ui/tool-mark.tsx";
import { ToolTrial } from "./tool-trial.tsx";

/** A tool as its server declares it, with a form to try it. */
export function ToolRow({ connection, tool }: { connection: Connection; tool: McpTool }) {
  const { name, description = "", input_schema = {} } = tool;
  const may = useMay(callConnectionTool, connection);
  const [opened, setOpened] = useState(false);
  return (
    <li>
      <Disclosure
        onToggle={({ currentTarget }) => setOpened((was) => was || currentTarget.open)}
        summaryClassName="px-3 py-2"
        summary={
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-mono text-sm break-all">{name}</span>
              <ToolMark tool={tool} />
            </span>
            {description === "" ? null : <span className="line-clamp-1 text-sm text-ink-2 group-open:hidden">{description}</span>}
          </span>
        }
      >
        {opened ? (
          <div className="flex flex-col gap-3 px-3 pb-3 sm:ps-8">
            <ToolMarkSource tool={tool} />
            {description === "" ? null : (
              <div className="text-sm break-words whitespace-pre-wrap text-ink-2">
                <LongText text={description} />
              </div>
            )}
            <Disclosure summary="Schema" summaryClassName="text-sm text-ink-2">
              <pre
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
                tabIndex={0}
                className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap"
              >
                {JSON.stringify(input_schema, null, 2)}
              </pre>
            </Disclosure>
            {may ? (
              <ToolTrial connection={connection} tool={tool} />
            ) : (
              <p className="text-sm text-ink-2">It is shared with the team. Managers and above can try its tools.</p>
            )}
          </div>
        ) : null}
      </Disclosure>
    </li>
  );
}

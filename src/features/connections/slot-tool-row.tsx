import { useId } from "react";
import { type SlotTool, toolPolicies, type ToolPolicy } from "#contract/connections/slot-tools.ts";
import { DiffView } from "#ui/diff-view.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Select } from "#ui/select.tsx";
import { Status } from "#ui/status.tsx";
import { ToolMark, ToolMarkSource } from "#ui/tool-mark.tsx";
import { policyWords, textOf } from "./slot-tool-words.ts";

interface SlotToolRowProps {
  tool: SlotTool;
  /** Names its server, where there are several. */
  server: boolean;
  mayEdit: boolean;
  busy: boolean;
  onChoose: (policy: ToolPolicy) => void;
}

/** One tool: what its server declares, what changed in that, and what runs may do with it. */
export function SlotToolRow({ tool, server, mayEdit, busy, onChoose }: SlotToolRowProps) {
  const { name, description, policy, changed, server_url } = tool;
  const id = useId();
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span id={id} className="font-mono text-sm break-all">
            {name}
          </span>
          <ToolMark tool={tool} />
          {changed ? <Status look="asks" word="Changed since it was allowed" /> : null}
        </p>
        {server ? <p className="text-sm break-all text-ink-3">{new URL(server_url).host}</p> : null}
        {description === "" ? null : <p className="line-clamp-2 text-sm break-words text-ink-2">{description}</p>}
        <Disclosure summary={changed ? "What changed" : "Details"} summaryClassName="text-sm text-ink-2">
          <ToolMarkSource tool={tool} />
          <Definition tool={tool} />
        </Disclosure>
      </div>
      <div className="w-32 shrink-0">
        {mayEdit ? (
          <Select
            aria-label={`What runs may do with ${name}`}
            value={policy}
            disabled={busy}
            options={toolPolicies.map((value) => ({ value, label: policyWords[value] }))}
            onChange={(event) => onChoose(event.target.value as ToolPolicy)}
          />
        ) : (
          <span className="text-sm text-ink-2">{policyWords[policy]}</span>
        )}
      </div>
    </li>
  );
}

function Definition({ tool }: { tool: SlotTool }) {
  const { allowed_definition: before, changed } = tool;
  if (before)
    return (
      <div className="mt-1 overflow-hidden rounded-md border border-line">
        <DiffView before={textOf(before)} after={textOf(tool)} label={`Definition of ${tool.name}`} />
      </div>
    );
  return (
    <>
      {changed ? <p className="text-sm text-ink-2">What it was when it was allowed is no longer known.</p> : null}
      <pre className="mt-1 max-h-80 overflow-auto rounded-md bg-sunken p-2 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
        {textOf(tool)}
      </pre>
    </>
  );
}

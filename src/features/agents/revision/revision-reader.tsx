import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Config } from "#contract/agents/config.ts";
import { CodeFileEditor } from "#features/agents/code/code-file-editor.tsx";
import { CodeTree } from "#features/agents/code/code-tree.tsx";
import { firstOf } from "#features/agents/code/first-file.ts";
import { filesOf } from "#features/agents/comparison/compare.ts";
import { useSkillNames } from "#features/agents/comparison/use-skill-names.ts";
import { accessRead } from "#features/agents/queries.ts";
import { whoMayEdit } from "#features/agents/rights.ts";
import { instructionsOf, programOf, settingsOf } from "#features/agents/settings-words.ts";
import { CodeEditor } from "#ui/code-editor.tsx";
import { Facts, SidePanel, Split } from "#ui/side-panel.tsx";
import { type RevisionProps, RevisionShell } from "./revision-shell.tsx";

/** A revision for those who may not change it. */
export function RevisionReader(props: RevisionProps) {
  const { build, teamId } = props;
  const skillNames = useSkillNames(teamId, build.config);
  const others = useQuery(accessRead(build)).data?.entries.filter(({ kind }) => kind === "agent") ?? [];
  const agents = others.map(({ name, detail }) => `${name}: ${detail}`).join("\n");
  const settings = build.config ? settingsOf(build.config, skillNames) : [];
  return (
    <RevisionShell {...props} mayEdit={false}>
      <Split
        side={
          <SidePanel title="Settings">
            <Facts
              rows={[...settings, ...(agents ? [["Other agents", agents] as const] : [])].map(([name, value]) => [
                name,
                <span key={name} className="whitespace-pre-line">
                  {value || "Not set"}
                </span>,
              ])}
            />
          </SidePanel>
        }
      >
        <div className="flex flex-1 flex-col gap-4 p-3 md:p-5">
          <p className="text-sm text-ink-2">{whoMayEdit}</p>
          {build.config ? (
            <Text config={build.config} teamId={teamId} />
          ) : (
            <p className="text-ink-2">This revision has no configuration.</p>
          )}
        </div>
      </Split>
    </RevisionShell>
  );
}

function Text({ config, teamId }: { config: Config; teamId: string }) {
  const instructions = instructionsOf(config);
  if (instructions !== undefined)
    return <CodeEditor readOnly label="Instructions" language="markdown" value={instructions} minLines={16} maxLines={80} />;
  const program = programOf(config);
  if (program !== undefined) return <CodeEditor readOnly label="Program" language="python" value={program} minLines={16} maxLines={80} />;
  return <Files config={config} teamId={teamId} />;
}

function Files({ config, teamId }: { config: Config; teamId: string }) {
  const files = filesOf(config);
  const [chosen, setChosen] = useState(firstOf(files)?.path);
  const file = files.find(({ path }) => path === chosen);
  return (
    <div className="flex min-h-[420px] flex-col overflow-hidden rounded-md border border-line md:flex-row">
      <div className="flex shrink-0 flex-col border-line max-md:max-h-72 max-md:border-b md:w-56 md:border-e">
        <CodeTree files={files} chosen={chosen} onChoose={setChosen} />
      </div>
      <div className="flex min-h-80 min-w-0 flex-1 flex-col">
        {file ? <CodeFileEditor key={file.path} file={file} teamId={teamId} /> : null}
      </div>
    </div>
  );
}

import { Equal } from "lucide-react";
import type { ReactNode } from "react";
import type { Config } from "#contract/agents/config.ts";
import type { Revision } from "#contract/agents/revisions.ts";
import { DiffView } from "#ui/diff-view.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { type SettingChange, changedFiles, changedSettings } from "./compare.ts";
import { FileDiff } from "./file-diff.tsx";
import { revisionTitle } from "./revision-names.ts";
import { instructionsOf, programOf } from "./settings-words.ts";

interface ConfigDiffProps {
  teamId: string;
  before: Revision;
  after: Revision;
  from: Config;
  to: Config;
}

/** Two configurations: text line by line, settings side by side, files by digest. */
export function ConfigDiff({ teamId, before, after, from, to }: ConfigDiffProps) {
  const settings = changedSettings(from, to);
  const files = changedFiles(from, to);
  const texts = [
    { label: "Instructions", old: instructionsOf(from), now: instructionsOf(to) },
    { label: "Program", old: programOf(from), now: programOf(to) },
  ].filter(({ old, now }) => old !== now);
  const titles = { beforeTitle: revisionTitle(before), afterTitle: revisionTitle(after) };
  if (settings.length + files.length + texts.length === 0) {
    return (
      <EmptyState icon={Equal} title="No difference">
        {titles.beforeTitle} and {titles.afterTitle} have the same configuration.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6">
      {settings.length > 0 ? (
        <Part title={settings.length === 1 ? "1 setting changed" : `${settings.length} settings changed`}>
          <SettingsTable changes={settings} {...titles} />
        </Part>
      ) : null}
      {texts.map(({ label, old, now }) => (
        <Part key={label} title={`${label} changed`}>
          <DiffView label={label} layout="split" before={old ?? ""} after={now ?? ""} {...titles} />
        </Part>
      ))}
      {files.length > 0 ? (
        <Part title={files.length === 1 ? "1 file changed" : `${files.length} files changed`}>
          <ul className="flex flex-col gap-3">
            {files.map((change, at) => (
              <FileDiff key={change.path} teamId={teamId} change={change} startOpen={at < 5} {...titles} />
            ))}
          </ul>
        </Part>
      ) : null}
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function SettingsTable({
  changes,
  beforeTitle,
  afterTitle,
}: {
  changes: readonly SettingChange[];
  beforeTitle: string;
  afterTitle: string;
}) {
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table aria-label="Changed settings" className="w-full table-fixed border-collapse text-sm">
        <thead className="border-b border-line text-xs text-ink-3">
          <tr>
            {["Setting", beforeTitle, afterTitle].map((title) => (
              <th key={title} scope="col" className="px-3 py-1.5 text-start font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="px-3 py-1.5 text-start align-top font-normal text-ink-2">
                {name}
              </th>
              <Value text={before} ground="bg-failed-soft" />
              <Value text={after} ground="bg-done-soft" />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ text, ground }: { text: string; ground: string }) {
  return (
    <td className={`px-3 py-1.5 align-top break-words whitespace-pre-wrap ${ground}`}>
      {text === "" ? <span className="text-ink-2">Not set</span> : text}
    </td>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { type FileVersion, restoreFileVersion } from "#contract/library/file-versions.ts";
import type { TeamFile } from "#contract/library/files.ts";
import { bytesOf } from "#ui/bytes.tsx";
import { cx } from "#ui/cx.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { DiffView } from "#ui/diff-view.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { useFileSearch } from "./file-search.ts";
import { versionContentOf, versionsOf } from "./queries.ts";

interface FileVersionsProps {
  teamId: string;
  file: TeamFile;
  /** Of the address: 0 is the list without a choice. */
  version: number | undefined;
}

/** What a file said before: who wrote it and when, what differs from now, and the way back. */
export function FileVersions({ teamId, file, version }: FileVersionsProps) {
  const change = useFileSearch(teamId);
  const versions = useQuery({ ...versionsOf(teamId, file.path), enabled: version !== undefined });
  return (
    <Dialog
      open={version !== undefined}
      onClose={() => void change({ version: undefined }, true)}
      size="lg"
      title={`Versions of ${file.name}`}
      description="Keeps the last 100 versions of up to 4 MB each."
    >
      <Loaded query={versions} what="the versions of this file" needs="Member">
        {({ versions: all }) => (
          <Versions
            teamId={teamId}
            file={file}
            all={all}
            chosen={all.find((each) => each.version === version) ?? all[1]}
            onChoose={(next) => void change({ version: next }, true)}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

interface VersionsProps {
  teamId: string;
  file: TeamFile;
  all: readonly FileVersion[];
  chosen: FileVersion | undefined;
  onChoose: (version: number) => void;
}

function Versions({ teamId, file, all, chosen, onChoose }: VersionsProps) {
  if (!chosen) return <p className="text-ink-2">This is the first version. Earlier versions appear here once the file changes.</p>;
  return (
    <div className="flex flex-col gap-4 md:flex-row">
      <ol aria-label="Versions" className="max-h-[50vh] shrink-0 overflow-y-auto md:w-56">
        {all.map((each) => (
          <li key={each.version}>
            <button
              type="button"
              aria-current={each.version === chosen.version ? "true" : undefined}
              onClick={() => onChoose(each.version)}
              className={cx(
                "w-full rounded-md px-2 py-1.5 text-start text-sm",
                each.version === chosen.version ? "chosen bg-pressed" : "hover:bg-hover",
              )}
            >
              <span className="flex justify-between gap-2">
                <span className="font-medium">{each.current ? "Now" : `Version ${each.version}`}</span>
                <span className="text-ink-3">{bytesOf(each.size)}</span>
              </span>
              <span className="block truncate text-ink-2">
                <Time at={each.created_at} /> · {each.created_by_name ?? "an agent"}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className="min-w-0 flex-1">
        <Compared teamId={teamId} file={file} current={all[0] ?? chosen} chosen={chosen} />
      </div>
    </div>
  );
}

function Compared({ teamId, file, current, chosen }: { teamId: string; file: TeamFile; current: FileVersion; chosen: FileVersion }) {
  const then = useQuery(versionContentOf(teamId, file.path, chosen.version));
  const now = useQuery(versionContentOf(teamId, file.path, current.version));
  const restore = useWrite(restoreFileVersion);
  const [failure, setFailure] = useState<string>();
  const onRestore = () =>
    restore.mutateAsync({ params: { teamId, path: file.path }, body: { version: chosen.version, expected_version: current.version } }).then(
      () => toast(`Version ${chosen.version} of ${file.name} restored`),
      (error: Error) => setFailure(error.message),
    );
  const notText = [then, now].some(({ error }) => error?.code === "not_text");
  return (
    <div className="flex flex-col gap-3">
      {chosen.current ? (
        <p className="text-sm text-ink-2">This is the current version.</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-ink-2">From version {chosen.version} to now.</p>
          <Button size="sm" pending={restore.isPending} onClick={() => void onRestore()}>
            Restore version {chosen.version}
          </Button>
        </div>
      )}
      {failure ? (
        <p role="alert" className="text-sm text-failed">
          Not restored. {failure}
        </p>
      ) : null}
      {chosen.current ? null : notText ? (
        <p className="text-sm text-ink-2">These versions are not text, so differences are not shown.</p>
      ) : (
        <Loaded query={then} what="this version" needs="Member">
          {(before) => (
            <Loaded query={now} what="the current version" needs="Member">
              {(after) => <DiffView before={before.content} after={after.content} label={file.name} beforeTitle="Then" afterTitle="Now" />}
            </Loaded>
          )}
        </Loaded>
      )}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import type { SandboxFile } from "#contract/runs/sandboxes.ts";
import { KeptTable } from "./kept-table.tsx";
import { fileBeginningRead, sandboxFilesRead } from "./queries.ts";
import { FileRow } from "./sandbox-files.tsx";

const shownFiles = 5;
const shownLines = 16;

/** What a run has made so far, with the beginning of the first file that can be read as text: what a person decides about. */
export function KeptFiles({ sandboxId }: { sandboxId: string }) {
  // Nothing is there before the run writes something.
  const { data } = useQuery({ ...sandboxFilesRead(sandboxId, "/workspace/output"), retry: false });
  const files = data?.files.filter(({ type }) => type === "file") ?? [];
  const first = files.find(isReadable);
  if (files.length === 0) return null;
  return (
    <section aria-label="Files it made" className="border-t border-line px-3 py-2 sm:px-4">
      <h3 className="text-xs font-medium text-ink-3">Files it created</h3>
      <ul className="text-sm">
        {files.slice(0, shownFiles).map((file) => (
          <li key={file.path}>
            <FileRow sandboxId={sandboxId} file={file} depth={-1} />
          </li>
        ))}
      </ul>
      {files.length > shownFiles ? <p className="text-xs text-ink-3">{files.length - shownFiles} more on the run’s page.</p> : null}
      {first ? <Beginning sandboxId={sandboxId} file={first} /> : null}
    </section>
  );
}

function isReadable({ name, size_bytes }: SandboxFile): boolean {
  return /\.(csv|tsv|txt|md|json|log)$/i.test(name) && size_bytes <= 500_000;
}

function Beginning({ sandboxId, file }: { sandboxId: string; file: SandboxFile }) {
  const { data: text } = useQuery(fileBeginningRead(sandboxId, file));
  if (text === undefined) return null;
  const box = "mt-1 mb-1 max-h-72 overflow-auto rounded-sm border border-line text-sm";
  if (!/\.[ct]sv$/i.test(file.name)) {
    return (
      <pre tabIndex={0} aria-label={file.name} className={`${box} bg-sunken px-2 py-1.5 break-words whitespace-pre-wrap`}>
        {text.split("\n").slice(0, shownLines).join("\n")}
      </pre>
    );
  }
  return <KeptTable name={file.name} text={text} className={box} />;
}

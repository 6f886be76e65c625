import { Disclosure } from "#ui/disclosure.tsx";
import { useRoving } from "#ui/roving.ts";
import { type Difference, type FileChange } from "./compare.ts";
import { fileBlock } from "./compare-sections.ts";
import type { ComparisonLook } from "./comparison.tsx";
import { FileDiff } from "./file-diff.tsx";

interface SectionFilesProps {
  id: string;
  difference: Extract<Difference, { kind: "files" }>;
  look: ComparisonLook;
}

/** So many are read and shown without being asked for. */
const shownAtOnce = 3;

/** The files of a program that differ, each a diff of its own; equal digests are equal files and need no reading. */
export function SectionFiles({ id, difference: { changes, kept }, look }: SectionFilesProps) {
  const roving = useRoving(changes.map((change) => fileBlock(id, change)));
  return (
    <>
      <ul {...roving.group} className="flex flex-col gap-2 [&>li:has([data-opening])~li]:invisible">
        {changes.map((change: FileChange, at) => (
          <FileDiff
            key={change.path}
            block={fileBlock(id, change)}
            change={change}
            startOpen={at < shownAtOnce}
            look={look}
            item={roving.item(fileBlock(id, change))}
          />
        ))}
      </ul>
      {kept.length > 0 ? (
        <Disclosure
          summary={`${kept.length === 1 ? "1 file" : `${kept.length.toLocaleString("en")} files`} unchanged (same SHA-256)`}
          summaryClassName="px-3 py-1 text-ink-2"
          className="mt-2 rounded-md border border-line bg-sunken text-sm"
        >
          <ul className="pb-1">
            {kept.map(({ path, sha256 }) => (
              <li key={path} className="flex gap-3 px-3 py-0.5 font-mono text-xs text-ink-2">
                <span className="min-w-0 flex-1 truncate">{path}</span>
                <span title={`SHA-256 ${sha256}`}>{sha256?.slice(0, 12)}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      ) : null}
    </>
  );
}

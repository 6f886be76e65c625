import type { CaptureFinding } from "#contract/clarity/artifact-imports.ts";
import { elementKind } from "#contract/clarity/evidence-place.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { AnyLink } from "#ui/link.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";

interface MapFindingsProps {
  query: LoadedQuery<{ findings: readonly CaptureFinding[] }>;
  /** The address of the unit at a position. */
  linkTo: (position: number) => string;
}

/** What of a process map no step can hold, each with the reason and the way to its passage. */
export function MapFindings({ query, linkTo }: MapFindingsProps) {
  return (
    <Loaded query={query} what="what no step can hold" inline skeleton={null}>
      {({ findings }) =>
        findings.length === 0 ? null : (
          <section aria-label="What no step can hold" className="shrink-0 border-b border-line px-4 py-2 md:px-5">
            <Disclosure
              summary={
                <>
                  What no step can hold <span className="ms-1 text-xs font-normal text-ink-3 tabular-nums">{findings.length}</span>
                </>
              }
            >
              <p className="pt-1 text-sm text-ink-2">What has a name or a text is a passage below, so that steps can cite it.</p>
              <ul className="flex max-h-[40dvh] flex-col gap-1 overflow-y-auto py-2 text-sm">
                {findings.map((finding, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- they never change
                  <li key={at} className="break-words">
                    <Element finding={finding} linkTo={linkTo} />
                    <span className="text-ink-2">{finding.message}</span>
                  </li>
                ))}
              </ul>
            </Disclosure>
          </section>
        )
      }
    </Loaded>
  );
}

function Element({ finding, linkTo }: { finding: CaptureFinding; linkTo: MapFindingsProps["linkTo"] }) {
  const { element_id, element_name, element_type, evidence_id } = finding;
  const kind = elementKind(element_type);
  const name = element_name ?? element_id;
  if (kind === undefined && name === null) return null;
  const called = [kind, name && `“${name}”`].filter((each) => each).join(" ");
  return (
    <span className="me-1 font-medium">
      {evidence_id === null ? (
        called
      ) : (
        <AnyLink link={linkTo(Number(evidence_id.split(":")[1]))} className="rounded-sm hover:underline">
          {called}
        </AnyLink>
      )}
      :
    </span>
  );
}

import { use } from "react";
import { DiffView } from "#ui/diff-view.tsx";
import { ChangeStopsContext } from "./change-stops.ts";
import type { SectionDifference } from "./compare-sections.ts";
import type { ComparisonLook } from "./comparison.tsx";
import { SectionFields } from "./section-fields.tsx";
import { SectionFiles } from "./section-files.tsx";
import { SectionList } from "./section-list.tsx";

interface ComparisonSectionProps {
  section: SectionDifference;
  look: ComparisonLook;
}

/** One part of a comparison in the form that fits it. */
export function ComparisonSection({ section, look }: ComparisonSectionProps) {
  const { id, title } = section;
  return (
    <section aria-labelledby={`section-${id}`}>
      <h2 id={`section-${id}`} className="mb-2 font-semibold">
        {title}
      </h2>
      <Body section={section} look={look} />
    </section>
  );
}

function Body({ section: { id, title, difference }, look }: ComparisonSectionProps) {
  const walk = use(ChangeStopsContext);
  if (difference.kind === "fields") return <SectionFields id={id} changes={difference.changes} look={look} />;
  if (difference.kind === "files") return <SectionFiles id={id} difference={difference} look={look} />;
  if (difference.kind === "list") return <SectionList id={id} title={title} {...difference} />;
  const { before, after } = difference;
  return <DiffView {...look} label={title} {...{ before, after }} onCount={(count) => walk.count(id, count)} here={walk.hereIn(id)} />;
}

import { DiffView } from "#ui/diff-view.tsx";
import { useAddStops } from "./change-stops.ts";
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
  const addStops = useAddStops(id);
  if (difference.kind === "fields") return <SectionFields id={id} changes={difference.changes} look={look} />;
  if (difference.kind === "files") return <SectionFiles id={id} difference={difference} look={look} />;
  if (difference.kind === "list") return <SectionList id={id} title={title} {...difference} />;
  return <DiffView {...look} label={title} before={difference.before} after={difference.after} addStops={addStops} />;
}

import { Plus } from "lucide-react";
import type { TriggerSlug } from "#contract/schedules/trigger-words.ts";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/page.tsx";
import { sourceWords } from "./trigger-words.ts";

/** What events could start it beside those that do. */
export function FreeSources({
  slugs,
  first,
  onAdd,
}: {
  slugs: readonly TriggerSlug[];
  first: boolean;
  onAdd: (slug: TriggerSlug) => void;
}) {
  return (
    <Section title={first ? "No trigger of yours yet" : "Other events"} description="You can have one trigger for each type of event.">
      <ul className="divide-y divide-line rounded-md border border-line">
        {slugs.map((slug) => (
          <li key={slug} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
            <div className="min-w-0 flex-1 basis-64">
              <h3 className="font-medium">{sourceWords[slug].title}</h3>
              <p className="text-sm text-ink-2">{sourceWords[slug].about}</p>
            </div>
            <Button size="sm" icon={Plus} onClick={() => onAdd(slug)}>
              Add trigger
              <span className="sr-only">: {sourceWords[slug].title}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

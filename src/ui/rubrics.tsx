import { Pencil, Trash2 } from "lucide-react";
import { Badge } from "./badge.tsx";
import { IconButton } from "./icon-button.tsx";

interface Rubric {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

interface RubricsProps<R extends Rubric> {
  rubrics: readonly R[];
  /** A word on where it comes from, beside its title. */
  origin?: (rubric: R) => string | undefined;
  /** Absent: they are only read. */
  edit: ((rubric: R) => void) | undefined;
  remove: (rubric: R) => void;
  removing: boolean;
  /** Why none can be deleted. */
  kept?: string | undefined;
}

/** What is evaluated by: each with its rule, and what can be done with it. */
export function Rubrics<R extends Rubric>({ rubrics, origin, edit, remove, removing, kept }: RubricsProps<R>) {
  return (
    <ul aria-label="Rubrics" className="divide-y divide-line rounded-md border border-line">
      {rubrics.map((rubric) => (
        <li key={rubric.id} className="flex items-start gap-3 px-3 py-2.5">
          <div className="min-w-0 flex-1">
            <h3 className="flex flex-wrap items-center gap-x-2 font-medium break-words">
              {rubric.title}
              <Origin of={origin?.(rubric)} />
            </h3>
            <p className="text-sm break-words text-ink-2">{rubric.description}</p>
          </div>
          {edit ? (
            <span className="flex shrink-0 gap-1">
              <IconButton icon={Pencil} size="sm" label={`Edit ${rubric.title}`} onClick={() => edit(rubric)} />
              <IconButton
                icon={Trash2}
                size="sm"
                label={kept ?? `Delete ${rubric.title}`}
                disabled={removing || kept !== undefined}
                onClick={() => remove(rubric)}
              />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Origin({ of }: { of: string | undefined }) {
  return of === undefined ? null : <Badge>{of}</Badge>;
}

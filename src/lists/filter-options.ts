import { type Filter, isInstant, spans } from "#contract/list.ts";
import { shortTime } from "#ui/short-time.ts";

/** What only the screen knows of a filter. */
export interface Control {
  /** It makes no sense here. */
  readonly hidden?: boolean;
  /** What there is to choose, by its words. */
  readonly options?: Readonly<Record<string, string>>;
  /** The labels that there are. */
  readonly labels?: readonly { readonly id: string; readonly key: string; readonly value: string }[];
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** What there is to choose of a filter. A word that only the address knows is one of them: it is what the list is narrowed by. */
export function optionsOf(filter: Filter, value: unknown, control: Control | undefined): readonly Option[] {
  const known = Object.entries(control?.options ?? offered(filter)).map(([word, label]) => ({ value: word, label }));
  if (filter.kind === "since" && isInstant(value)) return [...known, { value, label: `Since ${shortTime(value)}` }];
  const other = filter.kind === "word" && typeof value === "string" && known.every((option) => option.value !== value);
  return other ? [...known, { value, label: value }] : known;
}

function offered(filter: Filter): Readonly<Record<string, string>> {
  switch (filter.kind) {
    case "choice":
    case "word":
      return filter.options ?? {};
    case "since":
      return spans;
    case "mine":
      return { me: "Me" };
    default:
      return {};
  }
}

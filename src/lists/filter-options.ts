import { type Filter, isInstant, spans } from "#contract/list.ts";
import { shortTime } from "#ui/short-time.ts";
import { exactTime } from "#ui/time.tsx";

/** What only the screen knows of a filter. */
export interface Control {
  /** It makes no sense here. */
  readonly hidden?: boolean;
  /** What there is to choose, by its words. */
  readonly options?: Readonly<Record<string, string>>;
  /** The labels that there are. One is shown by its word, where that is not its value. */
  readonly labels?: readonly { readonly id: string; readonly key: string; readonly value: string; readonly word?: string }[];
  /** How a key is called, where that is not its name. */
  readonly keys?: ReadonlyMap<string, string>;
  /** The keys behind which a value is typed, as they are called. */
  readonly begins?: readonly string[];
  /** What is to be known of a value that is typed, in a few words. */
  readonly typed?: string;
  /** Reads a label that is typed, where others than those of the list are taken; or says why a text is none, as a sentence. */
  readonly reads?: (text: string) => readonly [key: string, value: string] | { readonly refusal: string };
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** What there is to choose of a filter. A word that only the address knows is one of them: it is what the list is narrowed by. */
export function optionsOf(filter: Filter, value: unknown, control: Control | undefined): readonly Option[] {
  const known = Object.entries(control?.options ?? offered(filter)).map(([word, label]) => ({ value: word, label }));
  if (typeof value !== "string" || known.some((option) => option.value === value)) return known;
  return isOpen(filter, value) ? [...known, { value, label: wordOf(filter, value) }] : known;
}

function isOpen({ kind }: Filter, value: string): boolean {
  return kind === "word" || kind === "instant" || kind === "id" || (kind === "since" && isInstant(value));
}

function wordOf({ kind }: Filter, value: string): string {
  if (kind === "instant") return exactTime(value);
  if (kind === "since") return `Since ${shortTime(value)}`;
  return kind === "id" ? `…${value.slice(-6)}` : value;
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

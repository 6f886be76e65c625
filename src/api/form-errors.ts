import { type FieldValues, get, type Path, type Resolver, type UseFormReturn } from "react-hook-form";
import { ApiError } from "./client.ts";

export interface Placing {
  /** The key of the body under which the form's values are sent, where they are not all of it. */
  readonly within?: string;
  /** For a code of the service that is about one field but does not name it. */
  readonly fieldOfCode?: Readonly<Record<string, string>>;
}

/** The words for a broken rule, in react-hook-form's tree of them. */
export function messageOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { message, root } = error as { message?: unknown; root?: unknown };
  return typeof message === "string" && message !== "" ? message : root ? messageOf(root) : undefined;
}

export type Broken = readonly [place: string, message: string];

/** Every broken rule in react-hook-form's tree of them, with its place. */
export function* errorsIn(error: unknown, path: readonly string[] = []): Generator<Broken> {
  if (typeof error !== "object" || error === null) return;
  const message = messageOf(error);
  if (message !== undefined && path.length > 0) yield [path.join("."), message];
  // A document can be wrong as a whole and in its parts. What is under `ref` is an element, unless a part has that name.
  for (const [key, inner] of Object.entries(error))
    if (key !== "root" && (key !== "ref" || messageOf(inner) !== undefined)) yield* errorsIn(inner, [...path, key]);
}

/** The words for a rule that was broken and that nothing in the form shows. The place of the rule has no name that a person knows, so it is not said. */
export function strays(errors: Iterable<Broken>, form: HTMLFormElement | null): string | undefined {
  if (!form) return undefined;
  const said = new Set(Array.from(form.querySelectorAll("[data-error]"), ({ textContent }) => textContent));
  const hasField = (name: string) => form.querySelector(`[name="${name}"], [data-field="${name}"]`) !== null;
  for (const [name, message] of errors) if (!said.has(message) && !hasField(CSS.escape(name))) return message;
  return undefined;
}

/** Judges one field anew. react-hook-form forgets what is wrong inside of a value whose parts are not fields of its own. */
export async function judge<V extends FieldValues>(form: UseFormReturn<V>, resolver: Resolver<V>, name: Path<V>): Promise<void> {
  const { errors } = await resolver(form.getValues(), undefined, { fields: {}, shouldUseNativeValidation: false });
  form.clearErrors(name);
  for (const [path, message] of errorsIn(get(errors, name), [name])) form.setError(path as Path<V>, { type: "custom", message });
}

/** Takes away what stands under fields whose rule is met by now: a rule may be about several of them, and any of these may meet it. */
export async function forgiveMet<V extends FieldValues>(
  form: UseFormReturn<V>,
  resolver: Resolver<V>,
  broken: readonly Broken[],
): Promise<void> {
  const { errors } = await resolver(form.getValues(), undefined, { fields: {}, shouldUseNativeValidation: false });
  for (const [path] of broken as readonly [Path<V>, string][])
    if (get(errors, path) === undefined && form.getFieldState(path).error?.type !== "service") form.clearErrors(path);
}

/** Puts what the service says under the fields that it names, else above the buttons. */
export function place<V extends FieldValues>(form: UseFormReturn<V>, error: unknown, { within, fieldOfCode = {} }: Placing): void {
  if (!(error instanceof ApiError)) throw error;
  let placed = false;
  for (const issue of error.issues) {
    const path = issue.path[0] === "body" || (within !== undefined && issue.path[0] === within) ? issue.path.slice(1) : issue.path;
    if (path.length === 0) continue;
    form.setError(path.join(".") as Path<V>, { type: "service", message: issue.message });
    placed = true;
  }
  const field = fieldOfCode[error.code];
  if (field !== undefined) form.setError(field as Path<V>, { type: "service", message: error.message });
  else if (!placed) form.setError("root", { type: "service", message: sentence(error) });
}

function sentence(error: ApiError): string {
  const id = error.status >= 500 && error.requestId ? ` (request ${error.requestId})` : "";
  return `${error.message}${id}`;
}

/** What a row is now is not known: in another state, or gone. */
export const noLongerListed = "No longer in this list";

/** In the place of the state of a row that a list shows and has no more. */
export function NoLongerListed() {
  return <span className="text-ink-3">{noLongerListed}</span>;
}

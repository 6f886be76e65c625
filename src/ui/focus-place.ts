/** Where an element stands, so that the focus finds a way back when it is gone. */
export interface Place {
  readonly node: HTMLElement;
  /** From the element outwards. */
  readonly steps: readonly Step[];
  /** What it is and says: the same in a later drawing is the same for a person. */
  readonly like: string;
  /** What floats over the page and holds it, and where the focus was before it came there. */
  readonly over: { readonly layer: Element; readonly before: Place | undefined } | undefined;
}

interface Step {
  readonly node: Element;
  readonly previous: Element | null;
  readonly next: Element | null;
}

const controls = "a[href], button, input:not([type=hidden]), select, textarea, [tabindex]:not([tabindex='-1'])";
const rows = "li, tr, article, fieldset, [role=row], [role=option], [role=listitem]";
const headings = "h1, h2, h3, h4";
const regions = "section, main, [role=region], [role=dialog], [role=tabpanel]";

export function placeOf(node: HTMLElement, over?: Place["over"]): Place {
  const steps: Step[] = [];
  for (let each: Element | null = node; each; each = each.parentElement)
    steps.push({ node: each, previous: each.previousElementSibling, next: each.nextElementSibling });
  return { node, steps, like: likeOf(node), over };
}

/** Gives the focus to what stands there; where that is gone, to what was before it, then to what is nearest, at last to the page's heading. */
export function focusPlace(place: Place | undefined, how: { alike: boolean }): void {
  if (!place) return focusPage();
  if (canTake(place.node)) return give(place.node);
  if (place.over && !place.over.layer.isConnected) return focusPlace(place.over.before, how);
  const found = nearest(place, how.alike);
  return found ? give(found) : focusPage();
}

/** Where a page begins for somebody who cannot see it. */
export function focusPage(): void {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading) give(heading);
}

/** What has not gone of all that was around a place; the page itself where that was in a layer of its own. */
export function homeOf({ steps }: Place): Element | undefined {
  return steps.find(({ node }) => node.isConnected)?.node;
}

/**
 * A row that went hands over to its neighbour: to the link there, since a button under the same finger would do to the next one what was meant for
 * this one. Other things hand over to the same in a new drawing, if `alike`, else to the heading of what took their place or of what is around it.
 */
function nearest(place: Place, alike: boolean): HTMLElement | undefined {
  const home = homeOf(place);
  const lost = place.steps.find((_, at) => place.steps[at + 1]?.node === home);
  if (!home || !lost) return undefined;
  const stands = lost.previous?.parentElement === home ? lost.previous.nextElementSibling : home.firstElementChild;
  if (lost.node.matches(rows)) {
    const neighbours = [stands, lost.previous].filter((row) => row?.parentElement === home);
    const found = neighbours.map((row) => takersIn(row).find((each) => each.matches("a[href]")) ?? takersIn(row)[0]).find(Boolean);
    if (found) return found;
  }
  const instead = stands === lost.next ? null : stands;
  const same = alike ? [instead, home].flatMap(takersIn).find((each) => likeOf(each) === place.like) : undefined;
  return same ?? headingsIn(instead)[0] ?? headingAround(home, stands);
}

/** The first heading of the innermost area that has one: never one below the place, which is about something else. */
function headingAround(node: Element, stands: Element | null): HTMLElement | undefined {
  const isAbove = (heading: Element) => !stands || (stands.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) === 0;
  for (let area = node.closest(regions); area; area = area.parentElement?.closest(regions) ?? null) {
    const heading = headingsIn(area).find(isAbove);
    if (heading) return heading;
  }
  return undefined;
}

/** Those that can be seen: one in a folded part takes no focus. */
function headingsIn(area: Element | null | undefined): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>(headings) ?? [])].filter(canTake);
}

function takersIn(area: Element | null | undefined): HTMLElement[] {
  return [...(area?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(canTake);
}

function canTake(node: HTMLElement): boolean {
  return node.isConnected && !node.matches(":disabled") && node.checkVisibility({ visibilityProperty: true });
}

function give(node: HTMLElement): void {
  // A heading takes the focus by being given it, never by Tab.
  if (!node.matches(controls) && !node.hasAttribute("tabindex")) node.tabIndex = -1;
  node.focus({ preventScroll: true });
}

function likeOf(node: HTMLElement): string {
  const label = (node as Partial<HTMLInputElement>).labels?.[0]?.textContent;
  const words = node.getAttribute("href") ?? node.ariaLabel ?? label ?? node.getAttribute("placeholder") ?? node.textContent;
  return `${node.tagName} ${words}`;
}

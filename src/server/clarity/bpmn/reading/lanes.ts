import type { ModdleElement } from "bpmn-moddle";
import { wordsOf } from "#contract/clarity/bpmn-words.ts";
import { lanesOf } from "#contract/clarity/flow/lanes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { isVisible } from "#contract/fields.ts";
import { withoutUnseen } from "#contract/unseen.ts";
import { writable } from "#server/clarity/bpmn/xml.ts";
import { cut, type Findings, onOneLine, withArticle } from "./findings.ts";
import { childrenOf, referredTo, tellLeftovers } from "./leftovers.ts";

/** The lane that each node is drawn in. Of lanes within lanes, the innermost one. */
export function lanesIn(process: ModdleElement, found: Findings): Map<ModdleElement, ModdleElement> {
  const of = new Map<ModdleElement, ModdleElement>();
  const walk = (lane: ModdleElement) => {
    const inner = childrenOf(referredTo(lane, "childLaneSet"), "lanes");
    tellLeftovers(lane, "lane", found);
    if (inner.length > 0) found.leaveOut("A lane with lanes inside is left out: roles are those of the inner ones", lane);
    for (const each of inner) walk(each);
    const nodes = childrenOf(lane, "flowNodeRef");
    if (nodes.length === 0 && inner.length === 0) found.leaveOut(`${withArticle(wordsOf(lane.$type))} without elements is left out`, lane);
    if (onOneLine(lane.name ?? "").length > 200) found.change("shortened", "Its name is longer than 200 characters and is cut", lane);
    for (const node of nodes) if (!of.has(node)) of.set(node, lane);
  };
  for (const set of childrenOf(process, "laneSets")) for (const lane of childrenOf(set, "lanes")) walk(lane);
  return of;
}

export function roleOf(lane: ModdleElement | undefined): string | null {
  const name = onOneLine(withoutUnseen(lane?.name ?? ""));
  return isVisible(name) ? cut(name, 200) : null;
}

/**
 * Steps with their roles, so that each is in the lane in which it is drawn. A step that was written without a role stays without one, as long as the
 * step before it gives it the same lane.
 */
export function inLanes(steps: readonly Step[], drawn: ReadonlyMap<string, ModdleElement>, found: Findings): Step[] {
  const roles = new Map(steps.map(({ id, role }) => [id, role]));
  const withRoles = () => steps.map((step) => ({ ...step, role: roles.get(step.id) ?? null }));
  const shows = (lane: ModdleElement, role: string | null) =>
    writable(role ?? "").trim() === (lane.name ?? "").trim() || roleOf(lane) === role;
  for (const _ of steps) {
    const lanes = lanesOf(withRoles());
    const wrong = steps.find(({ id }) => {
      const lane = drawn.get(id);
      return lane !== undefined && roleOf(lane) !== null && !shows(lane, lanes.get(id) ?? null);
    });
    if (!wrong) break;
    roles.set(wrong.id, roleOf(drawn.get(wrong.id)));
  }
  const lanes = lanesOf(withRoles());
  const nameless = new Set(
    steps.flatMap(({ id }) => {
      const lane = drawn.get(id);
      return lane && roleOf(lane) === null && !shows(lane, lanes.get(id) ?? null) ? [lane] : [];
    }),
  );
  for (const lane of nameless) found.change("lane", "A lane without a name is read as that of the step before", lane);
  return withRoles();
}

import type { PlacedNode } from "#contract/clarity/layout/flow-layout.ts";

/** Around the chosen step, in the shape of its kind. */
export function ChosenRing({ placed: { node, x, y, width, height } }: { placed: PlacedNode }) {
  const [cx, cy, r] = [x + width / 2, y + height / 2, width / 2 + 5];
  const look = { fill: "none", stroke: "var(--focus)", strokeWidth: 2 };
  if (node.step?.nodeType === "event") return <circle cx={cx} cy={cy} r={width / 2 + 3.5} {...look} />;
  if (node.step?.nodeType === "gateway") return <path d={`M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`} {...look} />;
  return <rect x={x - 3.5} y={y - 3.5} width={width + 7} height={height + 7} rx={9} {...look} />;
}

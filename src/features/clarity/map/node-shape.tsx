import type { PlacedNode } from "#contract/clarity/layout/flow-layout.ts";
import { type Scale, wrapped } from "#contract/clarity/layout/sizes.ts";
import type { Step } from "#contract/clarity/step.ts";
import { typeWords } from "#features/clarity/step-words.ts";
import { type Mark, markColors } from "./marks.ts";

interface NodeShapeProps {
  placed: PlacedNode;
  scale: Scale;
  zoom: number;
  chosen: boolean;
  mark: Mark | undefined;
  /** Fewer than two captures support it. */
  dashed: boolean;
}

/** No text is drawn smaller on the screen. */
const leastText = 9;

/** The sign of a step in BPMN 2.0, or of a join that its flow implies. */
export function NodeShape({ placed, scale, zoom, chosen, mark, dashed }: NodeShapeProps) {
  const { node, x, y, width, height, number } = placed;
  const { step } = node;
  const [cx, cy] = [x + width / 2, y + height / 2];
  const line = mark ? markColors[mark] : chosen ? "var(--accent)" : "var(--ink-2)";
  if (!step)
    return (
      <Gateway
        {...{ cx, cy, r: width / 2 }}
        line="var(--ink-3)"
        width={1}
        sign={node.takes === "all" ? "parallel" : node.takes === "some" ? "inclusive" : "exclusive"}
      />
    );
  if (step.nodeType === "gateway")
    return (
      <g>
        {chosen ? <path d={diamond(cx, cy, width / 2 + 5)} fill="none" stroke="var(--focus)" strokeWidth={2} /> : null}
        <Gateway {...{ cx, cy, r: width / 2, line }} width={1.3} sign={step.nodeSubtype} />
      </g>
    );
  if (step.nodeType === "event")
    return (
      <g>
        {chosen ? <circle cx={cx} cy={cy} r={width / 2 + 3.5} fill="none" stroke="var(--focus)" strokeWidth={2} /> : null}
        <circle
          cx={cx}
          cy={cy}
          r={width / 2 - (step.nodeSubtype === "end" ? 1.5 : 0.6)}
          fill="var(--surface)"
          stroke={line}
          strokeWidth={step.nodeSubtype === "end" ? 3 : 1.2}
        />
        <EventSign step={step} cx={cx} cy={cy} r={width / 2} line={line} />
      </g>
    );
  const { icon: Icon } = typeWords[step.nodeSubtype];
  const readable = scale.title * zoom >= leastText;
  return (
    <g>
      {chosen ? (
        <rect x={x - 3.5} y={y - 3.5} width={width + 7} height={height + 7} rx={9} fill="none" stroke="var(--focus)" strokeWidth={2} />
      ) : null}
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={6}
        fill="var(--surface)"
        stroke={line}
        strokeWidth={1.2}
        strokeDasharray={dashed ? "4 3" : undefined}
      />
      {readable ? (
        <>
          <Icon x={x + 6} y={y + 5} size={13} strokeWidth={1.75} color="var(--ink-3)" aria-hidden />
          <text x={x + 23} y={y + 15.5} fontSize={10.5} fill="var(--ink-3)">
            {number}
          </text>
          <Title text={step.title} {...{ cx, top: y + 17, bottom: y + height - 3, width: width - 8, scale, bold: chosen }} />
        </>
      ) : (
        <text x={cx} y={cy} textAnchor="middle" dominantBaseline="central" fontSize={11 / zoom} fontWeight={600} fill="var(--ink-2)">
          {number}
        </text>
      )}
    </g>
  );
}

interface TitleProps {
  text: string;
  cx: number;
  top: number;
  bottom: number;
  width: number;
  scale: Scale;
  bold: boolean;
}

function Title({ text, cx, top, bottom, width, scale, bold }: TitleProps) {
  const lines = wrapped(text, width, scale.title, scale.lines);
  const height = scale.title + 1.5;
  const first = (top + bottom) / 2 - ((lines.length - 1) * height) / 2;
  return (
    <text textAnchor="middle" fontSize={scale.title} fontWeight={bold ? 600 : 500} fill="var(--ink)">
      {lines.map((line, i) => (
        <tspan key={`${i} ${line}`} x={cx} y={first + i * height} dominantBaseline="central">
          {line}
        </tspan>
      ))}
    </text>
  );
}

const diamond = (cx: number, cy: number, r: number) => `M${cx} ${cy - r}L${cx + r} ${cy}L${cx} ${cy + r}L${cx - r} ${cy}Z`;

interface GatewayProps {
  cx: number;
  cy: number;
  r: number;
  line: string;
  width: number;
  sign: string;
}

function Gateway({ cx, cy, r, line, width, sign }: GatewayProps) {
  const a = r * (sign === "parallel" ? 0.5 : 0.34);
  return (
    <g stroke={line} strokeWidth={width}>
      <path d={diamond(cx, cy, r - 0.6)} fill="var(--surface)" />
      {sign === "inclusive" ? (
        <circle cx={cx} cy={cy} r={r * 0.42} fill="none" strokeWidth={width * 1.6} />
      ) : sign === "parallel" ? (
        <path d={`M${cx - a} ${cy}H${cx + a}M${cx} ${cy - a}V${cy + a}`} strokeWidth={width * 1.6} />
      ) : (
        <path d={`M${cx - a} ${cy - a}L${cx + a} ${cy + a}M${cx + a} ${cy - a}L${cx - a} ${cy + a}`} strokeWidth={width * 1.6} />
      )}
    </g>
  );
}

/** Events between start and end have two circles, and a sign of what they wait for or send. */
function EventSign({ step, cx, cy, r, line }: { step: Step; cx: number; cy: number; r: number; line: string }) {
  if (step.nodeSubtype === "start" || step.nodeSubtype === "end") return null;
  const { icon: Icon } = typeWords[step.nodeSubtype];
  return (
    <g>
      <circle cx={cx} cy={cy} r={r - 3.4} fill="none" stroke={line} strokeWidth={1} />
      <Icon x={cx - 6} y={cy - 6} size={12} strokeWidth={1.75} color={line} aria-hidden />
    </g>
  );
}

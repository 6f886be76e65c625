import type { Part, Shape, Tone } from "#contract/clarity/drawing/shapes.ts";

/** Parts of a drawing, in the colors of where they stand. */
export function DrawnParts({ parts }: { parts: readonly Part[] }) {
  return (
    <g fontFamily="var(--font-sans)" fill="none" strokeLinejoin="round" strokeLinecap="round">
      {parts.map(({ of, id, shapes }) => (
        <g key={`${of} ${id}`}>
          {shapes.map((shape, i) => (
            <Drawn key={i} shape={shape} />
          ))}
        </g>
      ))}
    </g>
  );
}

const colorOf = (tone: Tone | undefined) => tone && `var(--${tone})`;

function Drawn({ shape }: { shape: Shape }) {
  if (shape.kind === "text") {
    const { text, x, y, size, anchor, tone, upright, halo } = shape;
    return (
      <text
        {...{ x, y }}
        fontSize={size}
        textAnchor={anchor}
        fill={colorOf(tone)}
        {...(upright && { transform: `rotate(-90 ${x} ${y})` })}
        {...(halo && { stroke: colorOf(halo), strokeWidth: 3, paintOrder: "stroke" })}
      >
        {text}
      </text>
    );
  }
  const { fill, stroke, width, dash } = shape;
  const paint = { fill: colorOf(fill), stroke: colorOf(stroke), strokeWidth: width, strokeDasharray: dash };
  if (shape.kind === "circle") return <circle cx={shape.x} cy={shape.y} r={shape.r} {...paint} />;
  if (shape.kind === "rect") return <rect x={shape.x} y={shape.y} width={shape.w} height={shape.h} rx={shape.radius} {...paint} />;
  const { d, at } = shape;
  return <path d={d} transform={at && `translate(${at.x} ${at.y}) scale(${at.scale})`} {...paint} />;
}

import type { Part, Shape, Tone } from "#contract/clarity/drawing/shapes.ts";

interface DrawnPartsProps {
  parts: readonly Part[];
  /** Other colors than those of where it stands. */
  colors?: { readonly [T in Tone]?: string };
  /** Of titles: they belong to what is chosen. */
  bold?: boolean;
}

/** Parts of a drawing, in the colors of where they stand. */
export function DrawnParts({ parts, colors = {}, bold = false }: DrawnPartsProps) {
  return (
    <g fontFamily="var(--font-sans)" fill="none" strokeLinejoin="round" strokeLinecap="round">
      {parts.map(({ of, id, shapes }) => (
        <g key={`${of} ${id}`}>
          {shapes.map((shape, i) => (
            <Drawn key={i} shape={shape} colors={colors} weight={of !== "step" ? 400 : bold ? 600 : 500} />
          ))}
        </g>
      ))}
    </g>
  );
}

function Drawn({ shape, colors, weight }: { shape: Shape; colors: NonNullable<DrawnPartsProps["colors"]>; weight: number }) {
  const colorOf = (tone: Tone | undefined) => tone && (colors[tone] ?? `var(--${tone})`);
  if (shape.kind === "text") {
    const { text, x, y, size, anchor, tone, upright, halo } = shape;
    return (
      <text
        {...{ x, y }}
        fontSize={size}
        fontWeight={tone === "ink" ? weight : 400}
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

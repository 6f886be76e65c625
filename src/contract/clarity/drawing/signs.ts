import type { Step } from "#contract/clarity/step.ts";
import type { Path, Place, Shape, Tone } from "./shapes.ts";

/** A line of a sign, on a square of 24. `filled` is an area, `cut` a line in the color of what the sign stands on. */
interface Stroke {
  readonly d: string;
  readonly as?: "filled" | "cut";
}

const envelope = "M2.5 5h19v14h-19z";
const flap = "M2.5 5.5l9.5 7.5 9.5-7.5";
const circle = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const teeth = Array.from({ length: 8 }, (_, i) => {
  const angle = (i * Math.PI) / 4;
  const at = (r: number) => `${(12 + r * Math.cos(angle)).toFixed(1)} ${(12 + r * Math.sin(angle)).toFixed(1)}`;
  return `M${at(7)}L${at(10.5)}`;
}).join("");

/** The signs of BPMN 2.0 for what does a task, and for what an event waits for or causes. */
const signs = {
  user: [{ d: circle(12, 7.5, 4.5) }, { d: "M3.5 21.5v-1.5a5.5 5.5 0 0 1 5.5-5.5h6a5.5 5.5 0 0 1 5.5 5.5v1.5" }],
  service: [{ d: circle(12, 12, 7) }, { d: circle(12, 12, 2.5) }, { d: teeth }],
  send: [
    { d: envelope, as: "filled" },
    { d: flap, as: "cut" },
  ],
  receive: [{ d: envelope }, { d: flap }],
  manual: [
    {
      d: "M7 14V6.7a1.7 1.7 0 0 1 3.4 0V11V4.7a1.7 1.7 0 0 1 3.4 0V11V6.2a1.7 1.7 0 0 1 3.4 0V11.5V9.2a1.7 1.7 0 0 1 3.4 0v5.8a6.8 6.8 0 0 1-6.8 6.5h-1.4a6.8 6.8 0 0 1-5.3-2.5l-4-4.8a1.7 1.7 0 0 1 2.6-2.2z",
    },
  ],
  businessRule: [{ d: "M2.5 4h19v5h-19z", as: "filled" }, { d: "M2.5 4h19v16h-19z" }, { d: "M2.5 14.5h19M9 9v11" }],
  script: [{ d: "M7 3h13c-4 4-4 6 -1 9s3 5 -1 9H5c4-4 4-6 1-9s-3-5 1-9z" }, { d: "M8 8h7M9 12h7M9.5 16h7" }],
  timer: [{ d: circle(12, 12, 9.5) }, { d: "M12 6v6l4 2.5" }, { d: "M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2" }],
  message: [{ d: envelope }, { d: flap }],
  escalation: [{ d: "M12 2.5l6.5 18.5-6.5-6.5-6.5 6.5z" }],
  exclusive: [{ d: "M5.5 5.5l13 13M18.5 5.5l-13 13" }],
  parallel: [{ d: "M12 2.5v19M2.5 12h19" }],
  inclusive: [{ d: circle(12, 12, 8.5) }],
} as const satisfies Record<string, readonly Stroke[]>;
type SignName = keyof typeof signs;

export interface SignLook {
  readonly tone: Tone;
  readonly ground: Tone;
  /** Of its lines, as they are seen. */
  readonly width: number;
}

export function signShapes(name: SignName, at: Place, { tone, ground, width }: SignLook): Shape[] {
  const drawn: readonly Stroke[] = signs[name];
  return drawn.map(({ d, as }): Path => {
    if (as === "filled") return { kind: "path", d, at, fill: tone };
    return { kind: "path", d, at, stroke: as === "cut" ? ground : tone, width: width / at.scale };
  });
}

/** The sign of a step. Starts and ends have none: they are a line and a thick line. */
export function signOf({ nodeSubtype }: Step): SignName | null {
  return nodeSubtype === "start" || nodeSubtype === "end" ? null : nodeSubtype;
}

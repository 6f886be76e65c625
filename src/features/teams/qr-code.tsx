import { useMemo } from "react";
import { qrMatrix } from "./qr.ts";

/** A code that a phone scans; black on white in every theme, as scanners expect it. Nothing where the text is too long for one. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const matrix = useMemo(() => qrMatrix(text), [text]);
  if (!matrix) return null;
  const path = matrix.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const side = matrix.length + 8;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width="176"
      height="176"
      shapeRendering="crispEdges"
      className="rounded-sm border border-line"
    >
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

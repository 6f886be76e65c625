import type { Unit } from "#contract/dashboards/catalogue.ts";

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const exactly = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const inCents = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** What stands where there is none of something. */
export const none = "–";
const minus = "−";

/** In full, as tables have it. Null: nothing was measured. */
export function exact(value: number | null, unit: Unit, decimals = 0): string {
  if (value === null || !Number.isFinite(value)) return "";
  if (unit === "share") return share(value);
  if (unit === "ms") return duration(value);
  return signed(value, (size) => (unit === "number" ? (decimals > 0 ? inCents : exactly) : whole).format(size));
}

/** As key figures, texts and ends of lines have it: nothing is longer than a dozen characters. */
export function figure(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return none;
  if (unit === "share" || unit === "ms") return exact(value, unit);
  return Math.abs(value) >= (unit === "tokens" ? 1e6 : 1e7) ? brief(value, unit) : exact(value, unit);
}

/** As an axis has it. */
export function brief(value: number, unit: Unit): string {
  if (unit === "ms" && value === 0) return "0";
  if (unit === "share" || unit === "ms") return exact(value, unit);
  return signed(value, (size) => (size >= 10_000 ? compact : exactly).format(size));
}

/** Since the span before, with its sign. Shares differ by points. */
export function change(value: number | null, former: number | null, unit: Unit): string {
  if (value === null || former === null) return "";
  const by = value - former;
  if (unit === "share") {
    const points = Math.round(Math.abs(by) * 1000) / 10;
    return points === 0 ? none : `${by < 0 ? minus : "+"}${exactly.format(points)} pts`;
  }
  return by === 0 ? none : `${by < 0 ? minus : "+"}${figure(Math.abs(by), unit)}`;
}

/** A share that is not whole is never written as 100%, and one that is not zero never as 0%. */
function share(value: number): string {
  const inTenths = Math.round(value * 1000) / 10;
  if (value < 1 && inTenths >= 100) return "99.9%";
  if (value > 0 && inTenths <= 0) return "<0.1%";
  return signed(inTenths, (size) => `${exactly.format(size)}%`);
}

/** Two units at most, and never rounded up to the next larger one: `40ms`, `0.4s`, `12s`, `3m 20s`, `2h 5m`, `3d 4h`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds > 0 && seconds < 0.1) return `${Math.ceil(milliseconds)}ms`;
  if (seconds >= 0.1 && seconds < 0.95) return `${seconds.toFixed(1)}s`;
  const rounded = Math.round(seconds);
  if (rounded < 60) return `${rounded}s`;
  if (rounded < 3600) return pair(Math.floor(rounded / 60), "m", rounded % 60, "s");
  if (rounded < 86_400) return pair(Math.floor(rounded / 3600), "h", Math.floor((rounded % 3600) / 60), "m");
  return pair(Math.floor(rounded / 86_400), "d", Math.floor((rounded % 86_400) / 3600), "h");
}

function pair(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${whole.format(large)}${unit}` : `${whole.format(large)}${unit} ${small}${smallUnit}`;
}

function signed(value: number, write: (size: number) => string): string {
  const size = write(Math.abs(value));
  return value < 0 && /[1-9]/.test(size) ? `${minus}${size}` : size;
}

/** As in "1 row" and "5,000 rows". */
export function counted(count: number, one: string, many: string): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

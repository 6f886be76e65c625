/** How far something is: `value` of `max`. Without a value it is under way for an unknown time. */
export function Progress({ label, value, max = 100 }: { label: string; value?: number; max?: number }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="h-1 w-full overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={value === undefined ? "h-full w-1/3 animate-pulse bg-accent" : "h-full bg-accent transition-[width]"}
        style={value === undefined ? {} : { width: `${Math.min(100, (value / max) * 100)}%` }}
      />
    </div>
  );
}

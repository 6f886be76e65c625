interface FormerStepsProps {
  /** One for each column of the chart. */
  values: readonly number[];
  /** The figure at the upper edge of the chart. */
  top: number;
}

/** What the columns of a chart came to in a time before, as dashed steps over them. */
export function FormerSteps({ values, top }: FormerStepsProps) {
  const share = (value: number) => `${(value / top) * 100}%`;
  const place = (at: number) => `${(at / values.length) * 100}%`;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 *:absolute *:border-dashed *:border-ink-3">
      {values.map((value, at) => (
        <div key={place(at)} className="border-t" style={{ left: place(at), width: place(1), bottom: share(value) }} />
      ))}
      {values.slice(1).map((value, at) => {
        const [low, high] = [value, values[at] ?? value].toSorted((a, b) => a - b) as [number, number];
        return <div key={place(at)} className="border-s" style={{ left: place(at + 1), bottom: share(low), height: share(high - low) }} />;
      })}
    </div>
  );
}

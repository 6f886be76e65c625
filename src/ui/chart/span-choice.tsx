import { Select } from "#ui/select.tsx";
import { type ChartSpan, chartSpans, spanIn } from "./chart-span.ts";

export function SpanChoice({ span, onChange }: { span: ChartSpan; onChange: (span: ChartSpan) => void }) {
  return (
    <div className="w-34 shrink-0">
      <Select
        aria-label="Time"
        value={span}
        className="h-7!"
        onChange={({ target }) => onChange(spanIn(target.value))}
        options={Object.entries(chartSpans).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}

import { Select } from "#ui/select.tsx";
import { type OverviewSpan, overviewSpans, spanIn } from "./overview-span.ts";

export function SpanChoice({ span, onChange }: { span: OverviewSpan; onChange: (span: OverviewSpan) => void }) {
  return (
    <div className="w-34 shrink-0">
      <Select
        aria-label="Time"
        value={span}
        className="h-7!"
        onChange={({ target }) => onChange(spanIn(target.value))}
        options={Object.entries(overviewSpans).map(([value, label]) => ({ value, label }))}
      />
    </div>
  );
}

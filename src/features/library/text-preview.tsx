import { lazy, Suspense } from "react";
import { ScrollColumn } from "#ui/scroll-column.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { CsvPreview } from "./csv-preview.tsx";

const Markdown = lazy(() => import("#ui/markdown.tsx").then((module) => ({ default: module.Markdown })));

export function TextPreview({ kind, name, text }: { kind: "csv" | "markdown"; name: string; text: string }) {
  if (kind === "csv") return <CsvPreview name={name} text={text} />;
  return (
    <ScrollColumn>
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <Markdown text={text} />
      </Suspense>
    </ScrollColumn>
  );
}

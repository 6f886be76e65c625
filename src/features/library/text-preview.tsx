import { lazy, Suspense } from "react";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { CsvPreview } from "./csv-preview.tsx";

const Markdown = lazy(() => import("#ui/markdown.tsx").then((module) => ({ default: module.Markdown })));

export function TextPreview({ kind, name, text }: { kind: "csv" | "markdown"; name: string; text: string }) {
  if (kind === "csv") return <CsvPreview name={name} text={text} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto w-full max-w-[720px] px-4 py-6 md:px-5">
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <Markdown text={text} />
        </Suspense>
      </div>
    </div>
  );
}

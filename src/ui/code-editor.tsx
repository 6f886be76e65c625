import { lazy, Suspense } from "react";
import { Skeleton } from "./skeleton.tsx";

export type CodeLanguage = "python" | "markdown" | "plain";

export interface CodeEditorProps {
  value: string;
  onChange?: (value: string) => void;
  language?: CodeLanguage;
  readOnly?: boolean;
  /** The accessible name; inside a `Field` its label is taken. */
  label?: string;
  /** In lines. It grows with its text between the two. */
  minLines?: number;
  maxLines?: number;
  /** Fills its parent instead. */
  fill?: boolean;
  placeholder?: string;
}

const CodeMirror = lazy(() => import("./code-mirror.tsx").then((module) => ({ default: module.CodeMirror })));

/**
 * Code with line numbers, loaded when first shown. Tab indents; Escape and then Tab leaves. In a form use it with `form.set` and `useFieldValue`.
 */
export function CodeEditor(props: CodeEditorProps) {
  const height = props.fill
    ? "100%"
    : Math.min(Math.max(props.minLines ?? 6, props.value.split("\n").length), props.maxLines ?? 30) * 20 + 18;
  return (
    <Suspense
      fallback={
        <div className="rounded-md border border-line p-3" style={{ height }}>
          <Skeleton className="w-1/3" />
        </div>
      }
    >
      <CodeMirror {...props} />
    </Suspense>
  );
}

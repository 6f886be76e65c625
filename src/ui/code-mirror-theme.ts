import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Only variables of app.css, so that light and dark need no second theme.
const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "13px", height: "100%" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    lineHeight: "20px",
    minHeight: "var(--code-min)",
    maxHeight: "var(--code-max)",
    overflow: "auto",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--ink)" },
  ".cm-line": { padding: "0 12px 0 8px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--ink-3)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { padding: "0 4px 0 12px", minWidth: "36px" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "color-mix(in oklch, var(--hover) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink-2)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "1.5px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection": {
    background: "color-mix(in oklch, var(--accent) 24%, transparent)",
  },
  ".cm-placeholder": { color: "var(--ink-3)" },
});

const words = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--accent-ink)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "var(--done)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--waiting)" },
  { tag: [tags.comment, tags.meta, tags.quote], color: "var(--ink-3)" },
  {
    tag: [tags.function(tags.definition(tags.variableName)), tags.definition(tags.className), tags.function(tags.variableName)],
    color: "var(--running)",
  },
  { tag: tags.heading, fontWeight: "600" },
  { tag: tags.strong, fontWeight: "600" },
  { tag: tags.emphasis, fontStyle: "italic" },
  { tag: [tags.link, tags.url], color: "var(--accent-ink)" },
  { tag: tags.processingInstruction, color: "var(--ink-3)" },
]);

export function codeTheme(): Extension {
  return [look, syntaxHighlighting(words)];
}

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { Annotation, type Extension } from "@codemirror/state";
import { keymap } from "@codemirror/view";

/** Marks a document that the owner of the value replaced; there is nothing to undo behind it. */
export const replacedFromOutside = Annotation.define<boolean>();

/** Undo, indentation and movement. Mod+Enter stays the form's; Escape, then Tab, leaves the editor. */
export function editing(): Extension {
  const keys = defaultKeymap.filter((binding) => binding.key !== "Mod-Enter");
  return [history(), keymap.of([indentWithTab, ...keys, ...historyKeymap])];
}

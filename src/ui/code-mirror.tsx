import { indentUnit } from "@codemirror/language";
import { Compartment, EditorState, type Extension, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  lineNumbers,
  placeholder as ghost,
} from "@codemirror/view";
import { use, useEffect, useEffectEvent, useRef } from "react";
import type { CodeEditorProps, CodeLanguage } from "./code-editor.tsx";
import { editing, replacedFromOutside } from "./code-mirror-editing.ts";
import { codeTheme } from "./code-mirror-theme.ts";
import { FieldContext } from "./field-context.ts";

const languages: Record<CodeLanguage, () => Promise<Extension>> = {
  python: async () => (await import("@codemirror/lang-python")).python(),
  markdown: async () => (await import("@codemirror/lang-markdown")).markdown(),
  plain: async () => [],
};

export function CodeMirror({
  value,
  onChange,
  language = "plain",
  readOnly = false,
  label,
  minLines = 6,
  maxLines = 30,
  fill = false,
  placeholder,
}: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const parts = useRef({ language: new Compartment(), attributes: new Compartment() });
  const field = use(FieldContext);
  const changed = useEffectEvent((text: string) => onChange?.(text));
  const initial = useEffectEvent(() => value);

  useEffect(() => {
    if (!host.current) return undefined;
    const { language: languagePart, attributes } = parts.current;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: initial(),
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""),
          lineNumbers(),
          highlightActiveLineGutter(),
          readOnly ? [EditorState.readOnly.of(true)] : [editing(), highlightActiveLine(), drawSelection()],
          indentUnit.of("    "),
          EditorState.tabSize.of(4),
          EditorView.lineWrapping,
          placeholder ? ghost(placeholder) : [],
          codeTheme(),
          languagePart.of([]),
          attributes.of([]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && !update.transactions.some((tr) => tr.annotation(replacedFromOutside)))
              changed(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, [readOnly, placeholder]);

  useEffect(() => {
    let current = true;
    void languages[language]().then((extension) => {
      if (current) view.current?.dispatch({ effects: parts.current.language.reconfigure(extension) });
    });
    return () => {
      current = false;
    };
  }, [language, readOnly, placeholder]);

  useEffect(() => {
    const attributes: Record<string, string> = label === undefined ? {} : { "aria-label": label };
    if (field) {
      // Several editors may share a field; a name of its own says which one this is.
      if (label === undefined) attributes["aria-labelledby"] = `${field.id}-label`;
      Object.assign(attributes, {
        "aria-invalid": String(field.invalid),
        "data-field": field.name ?? "",
      });
      if (field.describedBy) attributes["aria-describedby"] = field.describedBy;
    }
    // Editable text can be focused anyway; said outright, so can what scrolls it.
    attributes.tabindex = "0";
    if (readOnly) attributes["aria-readonly"] = "true";
    view.current?.dispatch({ effects: parts.current.attributes.reconfigure(EditorView.contentAttributes.of(attributes)) });
  }, [label, field, readOnly, placeholder]);

  useEffect(() => {
    const editor = view.current;
    const text = editor?.state.doc.toString();
    if (!editor || text === value) return;
    editor.dispatch({
      changes: { from: 0, to: text?.length ?? 0, insert: value },
      annotations: [replacedFromOutside.of(true), Transaction.addToHistory.of(false)],
    });
  }, [value, readOnly, placeholder]);

  return (
    <div
      ref={host}
      aria-invalid={field?.invalid || undefined}
      className={fill ? "code-host h-full min-h-0" : "code-host control h-auto overflow-hidden p-0"}
      style={fill ? {} : ({ "--code-min": `${minLines * 20 + 16}px`, "--code-max": `${maxLines * 20 + 16}px` } as object)}
    />
  );
}

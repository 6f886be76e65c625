import { printedNotation } from "#contract/clarity/notation/printed-notation.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Disclosure } from "#ui/disclosure.tsx";

/** The lines that are read in captures without a model. */
export function PrintedRules() {
  const { title, intro, forms, example } = printedNotation;
  return (
    <section className="border-b border-line px-5 py-3">
      <Disclosure summary={title}>
        <div className="flex max-w-[720px] flex-col gap-3 pt-2 text-sm">
          <p className="text-ink-2">{intro}</p>
          <dl className="grid gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            {forms.map(({ line, says }) => (
              <div key={line} className="contents">
                <dt className="font-mono text-xs leading-5 break-words">{line}</dt>
                <dd className="pb-1.5 text-ink-2 sm:pb-0">{says}</dd>
              </div>
            ))}
          </dl>
          <CodeBlock text={example.join("\n")} label="Example" />
        </div>
      </Disclosure>
    </section>
  );
}

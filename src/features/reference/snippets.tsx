import { useSuspenseQuery } from "@tanstack/react-query";
import { commandFor, curlFor, type Given, programFor } from "#sdk/reference/snippets.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { type Language, useLanguage } from "./language-tabs.tsx";
import { type Detail, referenceRead } from "./queries.ts";

const hints: Record<Language, string> = {
  curl: "With your key in CASELOAD_API_KEY",
  program: "With the package of this service",
  command: "With the package of this service, or npx caseload",
};

/** The call that the input makes, to copy. */
export function Snippets({ detail, given }: { detail: Detail; given: Given }) {
  const { url } = useSuspenseQuery(referenceRead).data;
  const { language, tabs } = useLanguage(detail.sdk ? undefined : ["curl"]);
  if (detail.needs.scope === "self" && detail.needs.by === "session")
    return <p className="text-sm text-ink-2">Only the console calls it: it needs the session of a person.</p>;
  const texts: Record<Language, string | undefined> = {
    curl: curlFor(detail, url, given),
    program: programFor(detail, given),
    command: commandFor(detail, given),
  };
  return (
    <div className="flex flex-col gap-2">
      {tabs}
      <CodeBlock label={detail.needs.scope === "public" ? "Without a key" : hints[language]} text={texts[language] ?? ""} />
    </div>
  );
}

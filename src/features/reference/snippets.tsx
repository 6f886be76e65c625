import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { commandFor, curlFor, type Given, programFor } from "#sdk/reference/snippets.ts";
import { CodeBlock } from "#ui/code-block.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { type Detail, referenceRead } from "./queries.ts";

type Language = "curl" | "program" | "command";
const languageNames: Record<Language, string> = { curl: "curl", program: "TypeScript", command: "Command line" };
const hints: Record<Language, string> = {
  curl: "With your key in CASELOAD_API_KEY",
  program: "With the package of this service",
  command: "With the package of this service, or npx caseload",
};
const remembered = "caseload.reference.language";

/** The call that the input makes, to copy. The language stays chosen from one operation to the next. */
export function Snippets({ detail, given }: { detail: Detail; given: Given }) {
  const { url } = useSuspenseQuery(referenceRead).data;
  const [chosen, setChosen] = useState<Language>(() => (localStorage.getItem(remembered) as Language | null) ?? "curl");
  if (detail.needs.scope === "self" && detail.needs.by === "session")
    return <p className="text-sm text-ink-2">Only the console calls it: it needs the session of a person.</p>;
  const texts: Record<Language, string | undefined> = {
    curl: curlFor(detail, url, given),
    program: programFor(detail, given),
    command: commandFor(detail, given),
  };
  const offered = (Object.keys(languageNames) as Language[]).filter((each) => texts[each] !== undefined);
  const language = offered.includes(chosen) ? chosen : "curl";
  const choose = (next: Language) => {
    localStorage.setItem(remembered, next);
    setChosen(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <Tabs label="Language" tabs={offered.map((value) => ({ value, label: languageNames[value] }))} value={language} onChange={choose} />
      <CodeBlock label={detail.needs.scope === "public" ? "Without a key" : hints[language]} text={texts[language] ?? ""} />
    </div>
  );
}

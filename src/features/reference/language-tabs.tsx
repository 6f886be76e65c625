import { useState } from "react";
import { Tabs } from "#ui/tabs.tsx";

export type Language = "curl" | "program" | "command";
const names: Record<Language, string> = { curl: "curl", program: "TypeScript", command: "Command line" };
const remembered = "caseload.reference.language";

/** In what language calls are shown; chosen once for all of them. */
export function useLanguage(offered: readonly Language[] = ["curl", "program", "command"]) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(remembered));
  const language = offered.find((each) => each === chosen) ?? "curl";
  const choose = (next: Language) => {
    localStorage.setItem(remembered, next);
    setChosen(next);
  };
  const tabs = offered.map((value) => ({ value, label: names[value] }));
  return { language, tabs: <Tabs label="Language" tabs={tabs} value={language} onChange={choose} /> };
}

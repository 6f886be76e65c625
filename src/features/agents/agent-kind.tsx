import { FileCode2, FileText } from "lucide-react";
import type { StepType } from "#contract/agents/config.ts";

const kinds = {
  agent: { word: "Instructions", icon: FileText },
  code: { word: "Python", icon: FileCode2 },
} as const;

export function kindWord(type: StepType): string {
  return kinds[type].word;
}

/** The kind of an agent as icon and word. */
export function AgentKind({ type, iconOnly }: { type: StepType; iconOnly?: boolean }) {
  const { word, icon: Icon } = kinds[type];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-ink-2" {...(iconOnly ? { title: word } : {})}>
      <Icon size={16} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
      <span className={iconOnly ? "sr-only" : undefined}>{word}</span>
    </span>
  );
}

import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { newAgentOf } from "#api/new-agent-draft.ts";
import { useTeam } from "#api/session.ts";
import { dropUnsent, objectsIn, unsentAbout } from "#api/unsent.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { useGo } from "#ui/link.tsx";

/** What somebody typed into an object that is gone, to be copied or made into another one: it is not gone with it. */
export function UnsentText() {
  const team = useTeam();
  const go = useGo();
  const address = useLocation({ select: (location) => location.href });
  const [discarded, setDiscarded] = useState<string>();
  const texts = discarded === address ? [] : unsentAbout(objectsIn(address));
  if (texts.length === 0) return null;
  const agent = team && texts.map(({ id }) => newAgentOf(team.id, id)).find(Boolean);
  return (
    <section aria-label="What you typed" className="mx-auto flex w-full max-w-[720px] flex-col gap-3 px-4 pb-10">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 flex-1 basis-60 text-sm">What you typed here was not saved. Copy it before you leave.</p>
        {agent ? (
          <Button
            size="sm"
            tone="primary"
            onClick={() => {
              agent.begin();
              go(agent.link);
            }}
          >
            New agent from it
          </Button>
        ) : null}
        {texts.length > 1 ? <CopyButton text={texts.map(({ text }) => text).join("\n\n")} words="Copy all" /> : null}
        <Button
          size="sm"
          tone="quiet"
          onClick={() => {
            dropUnsent(...objectsIn(address));
            setDiscarded(address);
          }}
        >
          Discard
        </Button>
      </div>
      {texts.map(({ name, text }) => (
        <div key={name} className="flex min-w-0 flex-col gap-1">
          <div className="flex items-center justify-between gap-2">
            <h3 className="min-w-0 truncate text-sm font-medium">{name}</h3>
            <CopyButton text={text} words="Copy" />
          </div>
          <pre
            tabIndex={0}
            aria-label={`${name}, not saved`}
            className="max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-sm break-words whitespace-pre-wrap"
          >
            {text}
          </pre>
        </div>
      ))}
    </section>
  );
}

import { useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { newAgentOf } from "#api/new-agent-draft.ts";
import { useTeam } from "#api/session.ts";
import { dropUnsent, objectsIn, unsentAbout } from "#api/unsent.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { TypedTexts } from "#ui/typed-texts.tsx";

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
    <div className="mx-auto w-full max-w-[720px] px-4 pb-10">
      <TypedTexts
        texts={texts}
        fate="saved"
        onDiscard={() => {
          dropUnsent(...objectsIn(address));
          setDiscarded(address);
        }}
        act={
          agent ? (
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
          ) : null
        }
      />
    </div>
  );
}

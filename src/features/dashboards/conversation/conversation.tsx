import { useQuery } from "@tanstack/react-query";
import { PanelRightClose } from "lucide-react";
import { useState } from "react";
import type { Artifact, SelectedElement } from "#contract/dashboards/dashboard.ts";
import { isGenerating } from "#features/dashboards/dashboard-words.ts";
import { messagesRead } from "#features/dashboards/queries.ts";
import { Button } from "#ui/button.tsx";
import { Drawer } from "#ui/drawer.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useMedia } from "#ui/media.ts";
import { Composer } from "./composer.tsx";
import { Messages } from "./messages.tsx";
import { VersionChoice } from "./version-choice.tsx";

interface ConversationProps {
  artifact: Artifact;
  shown: boolean;
  onShow: (shown: boolean) => void;
  /** The earlier version that is looked at. */
  version: string | undefined;
  picked: SelectedElement | undefined;
  picking: boolean;
  onPick: (on: boolean) => void;
  onDropPicked: () => void;
  onVersion: (version: string | undefined) => void;
}

/** The talk that a page came from, beside it; on a phone a bar below it that opens it. */
export function Conversation({ shown, onShow, ...rest }: ConversationProps) {
  const wide = useMedia("(min-width: 1100px)");
  const [opened, setOpened] = useState(false);
  if (wide) {
    if (!shown) return null;
    return (
      <aside aria-label="Conversation" className="flex w-[344px] shrink-0 flex-col border-s border-line">
        <div className="flex min-h-[45px] shrink-0 items-center gap-2 border-b border-line px-4 py-1.5">
          <h2 className="min-w-0 flex-1 text-sm font-semibold">Conversation</h2>
          <VersionChoice artifact={rest.artifact} version={rest.version} onVersion={rest.onVersion} />
          <IconButton icon={PanelRightClose} label="Hide the conversation" keys="c" size="sm" onClick={() => onShow(false)} />
        </div>
        <Talk {...rest} />
      </aside>
    );
  }
  return (
    <div className="contents">
      <div className="absolute inset-x-0 bottom-0 z-10 border-t border-line bg-canvas p-2 md:px-5">
        <Button className="w-full justify-start! font-normal text-ink-3" onClick={() => setOpened(true)}>
          {isGenerating(rest.artifact) ? "Generating. Open the conversation" : "Ask for a change, or pick a block"}
        </Button>
      </div>
      <Drawer open={opened && !rest.picking} onClose={() => setOpened(false)} title="Conversation">
        <div className="-m-4 flex min-h-0 flex-1 flex-col">
          <div className="flex shrink-0 items-center justify-end border-b border-line px-4 py-2">
            <VersionChoice artifact={rest.artifact} version={rest.version} onVersion={rest.onVersion} />
          </div>
          <Talk {...rest} />
        </div>
      </Drawer>
    </div>
  );
}

function Talk({ artifact, picked, picking, onPick, onDropPicked, version, onVersion }: Omit<ConversationProps, "shown" | "onShow">) {
  const messages = useQuery(messagesRead(artifact.id));
  return (
    <>
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto" data-scroll-restoration-id="conversation">
        <div className="mb-auto">
          <Loaded query={messages} what="the conversation" inline>
            {({ data, has_more }) => (
              <Messages artifact={artifact} messages={data} more={has_more} version={version} onVersion={onVersion} />
            )}
          </Loaded>
        </div>
      </div>
      <Composer {...{ artifact, picked, picking, onPick, onDropPicked, version }} />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { chatChannels } from "#contract/notifications/notification-words.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ChatSection } from "./chat-section.tsx";
import { chatsRead } from "./queries.ts";

/** The chats in which a team is told, for Managers. */
export function ChatsDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const chats = useQuery(chatsRead(teamId));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Team chats"
      description="Warnings and critical notifications of this team go to these chats, one message for each batch."
    >
      <Loaded query={chats} what="the chats of this team" inline>
        {(found) => (
          <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-0 *:last:pb-0">
            {chatChannels.map((channel) => (
              <ChatSection key={channel} teamId={teamId} channel={channel} chat={found.chats.find((one) => one.channel === channel)} />
            ))}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

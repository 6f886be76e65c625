import { useQuery } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { notificationTypes } from "#contract/notifications/notification-words.ts";
import { type NotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/notifications.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Switch } from "#ui/switch.tsx";
import { kinds } from "./notification-kinds.ts";
import { preferencesRead } from "./queries.ts";

/** What somebody wants to be told of in a team. */
export function PreferencesDialog({ teamId, onClose }: { teamId: string; onClose: () => void }) {
  const preferences = useQuery(preferencesRead(teamId));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Notification settings"
      description="What you are told in this team, from now on. These settings are yours alone."
    >
      <Loaded query={preferences} what="what you are told" inline>
        {(found) => <Kinds teamId={teamId} preferences={found.preferences} />}
      </Loaded>
    </Dialog>
  );
}

function Kinds({ teamId, preferences }: { teamId: string; preferences: NotificationPreferences }) {
  const replace = useWrite(replaceNotificationPreferences);
  // What is on its way is shown at once, and gone again where it was refused.
  const shown = replace.isPending && replace.variables ? replace.variables.body.preferences : preferences;
  return (
    <div className="flex flex-col gap-3">
      {notificationTypes.map((type) => (
        <Switch
          key={type}
          label={kinds[type].says}
          checked={shown[type].in_app}
          disabled={replace.isPending}
          onChange={(in_app) => replace.mutate({ params: { teamId }, body: { preferences: { ...preferences, [type]: { in_app } } } })}
        />
      ))}
      {replace.error ? (
        <p role="alert" className="text-sm text-failed">
          {replace.error.message}
        </p>
      ) : null}
    </div>
  );
}

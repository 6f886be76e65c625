import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useWrite } from "#api/query.ts";
import { type NotificationType, notificationTypes } from "#contract/notifications/notification-words.ts";
import { type EmailState, type NotificationPreferences, replaceNotificationPreferences } from "#contract/notifications/preferences.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { BareSwitch, Switch } from "#ui/switch.tsx";
import { EmailTrouble } from "./email-trouble.tsx";
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
      description="Choose what to be notified about in this team. Only you are affected."
    >
      <Loaded query={preferences} what="what you are told" inline>
        {(found) => <Kinds teamId={teamId} {...found} />}
      </Loaded>
    </Dialog>
  );
}

interface KindsProps {
  teamId: string;
  preferences: NotificationPreferences;
  waiting: boolean;
  email: EmailState | null;
}

function Kinds({ teamId, preferences, waiting, email }: KindsProps) {
  const client = useQueryClient();
  // The whole document is sent each time: the next change begins with this one, also before it is read again.
  const replace = useWrite(replaceNotificationPreferences, {
    onSuccess: (saved) => void client.setQueryData(preferencesRead(teamId).queryKey, (before) => before && { ...before, ...saved }),
  });
  // What is on its way is shown at once, and gone again where it was refused.
  const shown = replace.isPending && replace.variables ? replace.variables.body.preferences : preferences;
  const change = (type: NotificationType, channel: Partial<NotificationPreferences[NotificationType]>) =>
    replace.mutate({ params: { teamId }, body: { preferences: { ...preferences, [type]: { ...preferences[type], ...channel } } } });
  const waits = replace.isPending && replace.variables?.body.waiting !== undefined ? replace.variables.body.waiting : waiting;
  const switches = { pending: replace.isPending };
  return (
    <div className="flex flex-col gap-3">
      {email === null ? (
        notificationTypes.map((type) => (
          <Switch
            key={type}
            label={kinds[type].says}
            checked={shown[type].in_app}
            onChange={(in_app) => change(type, { in_app })}
            {...switches}
          />
        ))
      ) : (
        <>
          <p className="text-sm text-ink-2">
            Emails go to <span className="font-medium break-all text-ink">{email.address}</span>.
          </p>
          <EmailTrouble email={email} />
          <div className="grid grid-cols-[1fr_auto_auto] items-start gap-x-5 gap-y-3">
            <span aria-hidden className="col-start-2 text-center text-xs text-ink-3">
              Console
            </span>
            <span aria-hidden className="text-center text-xs text-ink-3">
              Email
            </span>
            {notificationTypes.map((type) => (
              <div key={type} role="group" aria-label={kinds[type].says} className="contents">
                <span className="min-w-0 font-medium">{kinds[type].says}</span>
                <BareSwitch
                  aria-label={kinds[type].says}
                  checked={shown[type].in_app}
                  onChange={(in_app) => change(type, { in_app })}
                  {...switches}
                />
                <BareSwitch
                  aria-label={`${kinds[type].says}, by email`}
                  checked={shown[type].email}
                  onChange={(mailed) => change(type, { email: mailed })}
                  {...switches}
                />
              </div>
            ))}
            <span className="min-w-0 font-medium">A request has been waiting for more than 15 minutes</span>
            <span className="col-start-3">
              <BareSwitch
                aria-label="A request has been waiting for more than 15 minutes, by email"
                checked={waits}
                onChange={(next) => replace.mutate({ params: { teamId }, body: { preferences, waiting: next } })}
                {...switches}
              />
            </span>
          </div>
        </>
      )}
      {replace.error ? (
        <p role="alert" className="text-sm text-failed">
          {replace.error.message}
        </p>
      ) : null}
    </div>
  );
}

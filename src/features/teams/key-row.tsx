import { RefreshCw, Trash2 } from "lucide-react";
import { useSession } from "#api/session.ts";
import type { ApiKey } from "#contract/teams/api-keys.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Time } from "#ui/time.tsx";
import { KeyEnd, QuotaLeft, useIsOver } from "./key-state.tsx";

interface KeyRowProps {
  apiKey: ApiKey;
  ofTeam: boolean;
  onRevoke: () => void;
  onRotate: () => void;
}

export function KeyRow({ apiKey, ofTeam, onRevoke, onRotate }: KeyRowProps) {
  const { user } = useSession();
  const isOver = useIsOver(apiKey);
  // Nobody has what is without a hint: a setting keeps it, or a client that signed in.
  const rotates = apiKey.hint !== "" && apiKey.successor_id === null && apiKey.user_id === user.id;
  return (
    <li className="flex items-center gap-3 border-t border-line py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{apiKey.name}</p>
        <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
          {apiKey.hint ? (
            <code className="text-xs leading-5">
              <span className="sr-only">ends with </span>…{apiKey.hint}
            </code>
          ) : null}
          {apiKey.client === null ? null : <span>signed in by its owner</span>}
          {apiKey.reads_only ? <span>read only</span> : null}
          {ofTeam ? null : <span>for {apiKey.team_name ?? "all your teams"}</span>}
          <span>
            created <Time at={apiKey.created_at} />
            {ofTeam ? ` by ${apiKey.user_name ?? "unknown person"}` : ""}
          </span>
          {apiKey.created_by_key_id === null ? null : (
            <span className="min-w-0 break-words">
              {apiKey.created_by_key_name === null ? "with a revoked key" : `with the key “${apiKey.created_by_key_name}”`}
            </span>
          )}
          <KeyEnd apiKey={apiKey} />
          <span>
            {apiKey.last_used_at ? (
              <>
                used <Time at={apiKey.last_used_at} />
              </>
            ) : (
              "never used"
            )}
          </span>
          {isOver ? null : <QuotaLeft quota={apiKey.quota} />}
        </p>
      </div>
      {rotates ? <IconButton icon={RefreshCw} label={`Rotate ${apiKey.name}`} size="sm" onClick={onRotate} /> : null}
      <IconButton icon={Trash2} label={`Revoke ${apiKey.name}`} size="sm" onClick={onRevoke} />
    </li>
  );
}

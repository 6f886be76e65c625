import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ApiError } from "#api/client.ts";
import { useWrite } from "#api/query.ts";
import { type ApiKey, revokeApiKey } from "#contract/teams/api-keys.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";

interface ApiKeysProps {
  title: string;
  description: string;
  query: LoadedQuery<{ api_keys: ApiKey[] }> & { error: ApiError | null };
  /** The team that the keys are bound to; absent for one's own. */
  teamId?: string;
}

export function ApiKeys({ title, description, query, teamId }: ApiKeysProps) {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useWrite(revokeApiKey);
  return (
    <Section
      title={title}
      description={description}
      aside={
        <Button icon={Plus} size="sm" onClick={() => setCreating(true)}>
          New key
        </Button>
      }
    >
      <Loaded inline query={query} what="the keys" skeleton={<SkeletonRows rows={2} height={48} />}>
        {({ api_keys }) =>
          api_keys.length === 0 ? (
            <p className="text-ink-3">No keys yet.</p>
          ) : (
            <ul>
              {api_keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} ofTeam={teamId !== undefined} onRevoke={() => setRevoking(key)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <NewKeyDialog open={creating} onClose={() => setCreating(false)} {...(teamId ? { teamId } : {})} />
      <ConfirmDialog
        open={revoking !== null}
        onClose={() => setRevoking(null)}
        title="Revoke this key?"
        action="Revoke key"
        {...(revoking ? { typedName: revoking.name } : {})}
        onConfirm={async () => {
          if (!revoking) return;
          await revoke.mutateAsync({ params: { id: revoking.id } });
          toast(`“${revoking.name}” revoked`);
        }}
      >
        <p>Programs that use it are refused from their next request on. You cannot restore a revoked key.</p>
      </ConfirmDialog>
    </Section>
  );
}

function KeyRow({ apiKey, ofTeam, onRevoke }: { apiKey: ApiKey; ofTeam: boolean; onRevoke: () => void }) {
  const reach = ofTeam ? (apiKey.user_name ?? "unknown person") : (apiKey.team_name ?? "all your teams");
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
          <span>{ofTeam ? `by ${reach}` : `for ${reach}`}</span>
        </p>
      </div>
      <p className="shrink-0 text-end text-sm text-ink-3">
        {apiKey.last_used_at ? (
          <>
            used <Time at={apiKey.last_used_at} />
          </>
        ) : (
          "never used"
        )}
      </p>
      <IconButton icon={Trash2} label={`Revoke ${apiKey.name}`} size="sm" onClick={onRevoke} />
    </li>
  );
}

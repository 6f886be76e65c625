import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ApiError } from "#api/client.ts";
import type { ApiKey } from "#contract/teams/api-keys.ts";
import { Button } from "#ui/button.tsx";
import { Loaded, type LoadedQuery } from "#ui/loaded.tsx";
import { Section } from "#ui/page.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { KeyRow } from "./key-row.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { RevokeKey } from "./revoke-key.tsx";

interface ApiKeysProps {
  title: string;
  description: ReactNode;
  query: LoadedQuery<{ api_keys: ApiKey[] }> & { error: ApiError | null };
  /** The team that the keys are bound to; absent for one's own. */
  teamId?: string;
}

export function ApiKeys({ title, description, query, teamId }: ApiKeysProps) {
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
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
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Section>
  );
}

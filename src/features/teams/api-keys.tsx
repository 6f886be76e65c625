import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/page.tsx";
import { KeyList, type KeysQuery } from "./key-list.tsx";
import { NewKeyDialog } from "./new-key-dialog.tsx";

interface ApiKeysProps {
  title: string;
  description: ReactNode;
  query: KeysQuery;
  /** The team that the keys are bound to; absent for one's own. */
  teamId?: string;
}

export function ApiKeys({ title, description, query, teamId }: ApiKeysProps) {
  const [creating, setCreating] = useState(false);
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
      <KeyList query={query} ofTeam={teamId !== undefined} />
      <NewKeyDialog open={creating} onClose={() => setCreating(false)} {...(teamId ? { teamId } : {})} />
    </Section>
  );
}

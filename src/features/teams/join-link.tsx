import { useQuery } from "@tanstack/react-query";
import { Link2, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import { createTeamInviteLink, deleteTeamInviteLink } from "#contract/teams/invite-links.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { toast } from "#ui/toast.ts";
import { joinLinkRead } from "./queries.ts";

/** The one link of a team by which anybody who has it joins as a Member. */
export function JoinLink({ teamId }: { teamId: string }) {
  const query = useQuery(joinLinkRead(teamId));
  const create = useWrite(createTeamInviteLink);
  const end = useWrite(deleteTeamInviteLink);
  const [asking, setAsking] = useState<"renew" | "end">();
  const params = { teamId };
  const make = () => create.mutateAsync({ params, body: {} });
  return (
    <section aria-labelledby="join-link" className="mt-8 max-w-[720px]">
      <h2 id="join-link" className="text-lg font-semibold">
        Join link
      </h2>
      <p className="mb-3 text-ink-2">Anybody who has this link can join the team as a Member, until you end it.</p>
      <Loaded query={query} what="the join link" inline>
        {({ url }) =>
          url === null ? (
            <Button
              icon={Link2}
              pending={create.isPending}
              onClick={() => void make().catch((error: Error) => toast(error.message, { failed: true }))}
            >
              Create a join link
            </Button>
          ) : (
            <div className="flex flex-col gap-3">
              <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{url}</code>
              <div className="flex flex-wrap gap-2">
                <CopyButton text={url} words="Copy join link" />
                <Button size="sm" icon={RefreshCw} onClick={() => setAsking("renew")}>
                  Replace
                </Button>
                <Button size="sm" icon={Trash2} onClick={() => setAsking("end")}>
                  End link
                </Button>
              </div>
            </div>
          )
        }
      </Loaded>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === "end" ? "End the join link?" : "Replace the join link?"}
        action={asking === "end" ? "End link" : "Replace link"}
        onConfirm={async () => {
          await (asking === "end" ? end.mutateAsync({ params }) : make());
          toast(asking === "end" ? "Join link ended" : "Join link replaced");
        }}
      >
        <p>The present link stops working at once. Members who joined by it stay, and so do invites to addresses.</p>
      </ConfirmDialog>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Link2, RefreshCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useWrite } from "#api/query.ts";
import type { Reply } from "#contract/endpoint.ts";
import { deleteTeamInviteLink, type getTeamInviteLink } from "#contract/teams/invite-links.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { counted } from "#ui/counted.ts";
import { Loaded } from "#ui/loaded.tsx";
import { ClockTime, Time } from "#ui/time.tsx";
import { useNow } from "#ui/ticker.ts";
import { toast } from "#ui/toast.ts";
import { JoinLinkDialog } from "./join-link-dialog.tsx";
import { joinLinkRead } from "./queries.ts";

/** The one link of a team by which anybody who has it joins as a Member. */
export function JoinLink({ teamId }: { teamId: string }) {
  const query = useQuery(joinLinkRead(teamId));
  const end = useWrite(deleteTeamInviteLink);
  const [asking, setAsking] = useState<"create" | "replace" | "end">();
  return (
    <section aria-labelledby="join-link" className="mt-8 max-w-[720px]">
      <h2 id="join-link" className="text-lg font-semibold">
        Join link
      </h2>
      <p className="mb-3 text-ink-2">Anyone with this link can join the team as a Member until it expires.</p>
      <Loaded query={query} what="the join link" inline>
        {({ url, ...link }) =>
          url === null ? (
            <Button icon={Link2} onClick={() => setAsking("create")}>
              Create a join link
            </Button>
          ) : (
            <div className="flex flex-col gap-3">
              <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{url}</code>
              <Joined link={link} />
              <div className="flex flex-wrap gap-2">
                <CopyButton text={url} words="Copy join link" />
                <Button size="sm" icon={RefreshCw} onClick={() => setAsking("replace")}>
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
        open={asking === "end"}
        onClose={() => setAsking(undefined)}
        title="End the join link?"
        action="End link"
        onConfirm={async () => {
          await end.mutateAsync({ params: { teamId } });
          toast("Join link ended");
        }}
      >
        <p>The link stops working at once. Members who joined by it stay, and so do invites to addresses.</p>
      </ConfirmDialog>
      <JoinLinkDialog
        teamId={teamId}
        open={asking === "create" || asking === "replace"}
        replaces={asking === "replace"}
        onClose={() => setAsking(undefined)}
      />
    </section>
  );
}

type Bounds = Pick<Reply<typeof getTeamInviteLink>, "expires_at" | "max_uses" | "uses" | "joined">;

/** How far a link is used, and by whom. */
function Joined({ link: { expires_at, max_uses, uses, joined } }: { link: Bounds }) {
  const isPast = useNow((now) => (expires_at !== null && Date.parse(expires_at) <= now ? 1 : 0)) === 1;
  if (expires_at === null || max_uses === null) return null;
  const isOver = isPast || uses >= max_uses;
  return (
    <div className="text-sm">
      <p className={isOver ? "text-failed" : "text-ink-2"}>
        {uses.toLocaleString("en")} of {counted(max_uses, "person", "people")} joined.{" "}
        {isOver ? (
          "This link has ended. Replace it to let in more."
        ) : (
          <>
            Ends <ClockTime at={Date.parse(expires_at)} />
          </>
        )}
      </p>
      {joined.length === 0 ? null : (
        <ul aria-label="People who joined by this link" className="mt-2 max-h-60 overflow-y-auto">
          {joined.map(({ id, name, email, joined_at }) => (
            <li key={id} className="flex justify-between gap-4 border-t border-line py-1.5">
              <span className="min-w-0 truncate">{name === null ? email : `${name} · ${email}`}</span>
              <span className="shrink-0 text-ink-3">
                <Time at={joined_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

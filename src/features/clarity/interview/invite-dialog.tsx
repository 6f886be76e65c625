import { useQuery } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState } from "react";
import { read, useWrite } from "#api/query.ts";
import {
  createClarityInviteLink,
  deleteClarityProcessInviteLink,
  getClarityInviteLink,
  inviteLinkDays,
} from "#contract/clarity/invite-links.ts";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { ClockTime, Time } from "#ui/time.tsx";
import { toast, toastFailed } from "#ui/toast.ts";

interface InviteDialogProps {
  processId: string;
  open: boolean;
  onClose: () => void;
}

/** The link by which a guest is interviewed: made, copied and ended. */
export function InviteDialog({ processId, open, onClose }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Invite to an interview"
      description="A guest answers on their phone or computer, without an account."
    >
      <Invite processId={processId} />
    </Dialog>
  );
}

function Invite({ processId }: { processId: string }) {
  const params = { process_id: processId };
  const query = useQuery(read(getClarityInviteLink, { params }));
  const create = useWrite(createClarityInviteLink);
  const end = useWrite(deleteClarityProcessInviteLink);
  /** The service shows it once, so it is here until the dialog closes. */
  const [url, setUrl] = useState<string>();
  const make = () => create.mutate({ params }, { onSuccess: ({ invite_link }) => setUrl(invite_link.url), onError: toastFailed });
  const stop = () =>
    end.mutate(
      { params },
      {
        onSuccess: () => {
          setUrl(undefined);
          toast("Interview link ended");
        },
        onError: toastFailed,
      },
    );
  return (
    <Loaded inline query={query} what="the interview link">
      {({ invite_link: link }) => (
        <div className="flex flex-col gap-3">
          <ul className="list-disc ps-5 text-sm text-ink-2">
            <li>
              The guest sees your name, your organization, the name of the process, its open questions, and what they said themselves.
            </li>
            <li>The team reads the answers. Steps quote them with the name or role that the guest gives.</li>
            <li>A link is good for one interview and works for {inviteLinkDays} days. A new link ends the one before.</li>
          </ul>
          {url === undefined ? null : (
            <>
              <code className="rounded-md border border-line bg-sunken p-3 text-sm break-all select-all">{url}</code>
              <p className="text-sm text-ink-2">Copy the link now. It is not shown again.</p>
            </>
          )}
          {link ? (
            <p className="text-sm text-ink-2">
              {url === undefined ? (
                <>
                  A link works now. {link.created_by.email ?? "A former member"} made it <Time at={link.created_at} />.
                </>
              ) : null}{" "}
              {link.capture_id === null ? "No guest has used it yet." : "A guest has started the interview."} It ends{" "}
              <ClockTime at={Date.parse(link.expires_at)} />.
            </p>
          ) : null}
          <div className="flex flex-wrap gap-2">
            {url === undefined ? (
              <Button icon={Link2} tone={link ? "secondary" : "primary"} pending={create.isPending} onClick={make}>
                {link ? "Replace link" : "Create link"}
              </Button>
            ) : (
              <CopyButton text={url} words="Copy link" />
            )}
            {link ? (
              <Button icon={Trash2} size={url === undefined ? "md" : "sm"} pending={end.isPending} onClick={stop}>
                End link
              </Button>
            ) : null}
          </div>
        </div>
      )}
    </Loaded>
  );
}

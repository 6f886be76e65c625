import { FileUp, Plus } from "lucide-react";
import { useState } from "react";
import { pathTo } from "#api/path-to.ts";
import { Button } from "#ui/button.tsx";
import { useGo } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { usePageActions } from "#ui/page-actions.ts";
import { useShortcuts } from "#ui/shortcuts.ts";
import { toast } from "#ui/toast.ts";
import { NewCaseDialog } from "./new-case.tsx";

/** The ways cases come into a queue by hand. They are the main thing to do where its cases are shown. */
export function useMakeCases({ teamId, queueId, main }: { teamId: string; queueId: string; main: boolean }) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState(0);
  const create = { keys: "c", label: "New case", run: () => setOpen(true) };
  const go = useGo();
  const link = pathTo("/t/$teamId/queues/$queueId/import", { teamId, queueId });
  const acts = [
    { id: "new-case", icon: Plus, ...create },
    { id: "import-cases", label: "Import cases", icon: FileUp, run: () => go(link) },
  ];
  usePageActions(main ? acts : []);
  useShortcuts("Cases", main ? [create] : []);
  const tone = main ? "primary" : "secondary";
  return {
    /** How often somebody made a case here. */
    made,
    buttons: (
      <>
        <LinkButton icon={FileUp} link={link}>
          Import
        </LinkButton>
        <Button tone={tone} icon={Plus} onClick={create.run}>
          New case
        </Button>
      </>
    ),
    /** For the top bar: on a phone the import is in the menu of the list. */
    actions: (
      <>
        <LinkButton icon={FileUp} link={link} className="max-sm:hidden">
          Import
        </LinkButton>
        <Button tone={tone} icon={Plus} fold onClick={create.run}>
          New case
        </Button>
      </>
    ),
    dialog: (
      <NewCaseDialog
        open={open}
        onClose={() => setOpen(false)}
        queueId={queueId}
        onDone={(one) => {
          toast(`“${one?.title}” created`);
          setMade((times) => times + 1);
        }}
      />
    ),
  };
}

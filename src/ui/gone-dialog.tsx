import { Dialog } from "./dialog.tsx";
import { GoneState } from "./error-state.tsx";
import { Loaded, type LoadedQuery } from "./loaded.tsx";

interface GoneDialogProps {
  /** What the address opens beside a list is not there. */
  gone: boolean;
  /** Whether it is could not be read. */
  unread?: LoadedQuery<unknown> | undefined;
  /** What it is called, as in "Schedule". */
  title: string;
  onClose: () => void;
}

/** A link to something in a list that is gone, or cannot be read, says so in place of what it would have opened. */
export function GoneDialog({ gone, unread, title, onClose }: GoneDialogProps) {
  return (
    <Dialog open={gone || unread !== undefined} onClose={onClose} title={title}>
      {unread ? (
        <Loaded inline query={unread} what={`this ${title.toLowerCase()}`}>
          {() => null}
        </Loaded>
      ) : (
        <GoneState inline />
      )}
    </Dialog>
  );
}

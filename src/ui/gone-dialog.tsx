import { Dialog } from "./dialog.tsx";
import { GoneState } from "./error-state.tsx";

interface GoneDialogProps {
  /** What the address opens beside a list: an id, or the word for a further one. */
  named: string | undefined;
  /** What it is called, as in "Schedule". */
  title: string;
  /** It is in what was read. */
  found: boolean;
  /** All that it can be among was read. */
  read: boolean;
  onClose: () => void;
}

/** A link to something in a list that is gone says so, in place of what it would have opened. */
export function GoneDialog({ named, title, found, read, onClose }: GoneDialogProps) {
  return (
    <Dialog open={read && !found && named !== undefined && named !== "new"} onClose={onClose} title={title}>
      <GoneState inline />
    </Dialog>
  );
}

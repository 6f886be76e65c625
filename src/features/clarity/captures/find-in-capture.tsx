import { evidenceMatchesRead, evidencePerPage } from "#features/clarity/queries.ts";
import { FindBox } from "#lists/find-box.tsx";

interface FindProps {
  processId: string;
  captureId: string;
  text: string;
  onText: (text: string) => void;
  onJump: (position: number) => void;
  onClose: () => void;
}

/** Finds text in all passages of a capture. */
export function FindInCapture({ processId, captureId, ...box }: FindProps) {
  return (
    <FindBox
      {...box}
      label="Find in this capture"
      placeholder="Text or speaker"
      perPage={evidencePerPage}
      read={(text, page) => evidenceMatchesRead(processId, captureId, text, page)}
      matchesOf={({ total, evidence }) => ({ total, positions: evidence.map(({ ordinal }) => ordinal) })}
    />
  );
}

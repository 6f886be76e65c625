import { FindBox } from "#lists/find-box.tsx";
import { matchesRead, messagesPerPage } from "./queries.ts";

interface FindProps {
  runId: string;
  text: string;
  onText: (text: string) => void;
  onJump: (position: number) => void;
  onClose: () => void;
}

/** Finds text in all messages of a run. */
export function FindInRun({ runId, ...box }: FindProps) {
  return (
    <FindBox
      {...box}
      label="Find in this run"
      placeholder="Text, tool or result"
      perPage={messagesPerPage}
      read={(text, page) => matchesRead(runId, text, page)}
      matchesOf={({ total, positions = [] }) => ({ total, positions })}
    />
  );
}

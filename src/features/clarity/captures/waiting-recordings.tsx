import { X } from "lucide-react";
import { maxListenedBytes } from "#contract/clarity/media.ts";
import { Button } from "#ui/button.tsx";
import { Bytes } from "#ui/bytes.tsx";
import { FileDrop } from "#ui/file-drop.tsx";
import { IconButton } from "#ui/icon-button.tsx";

interface WaitingRecordingsProps {
  recordings: readonly File[];
  onTranscript: (recording: File, transcript: File) => void;
  onRemove: (recording: File) => void;
  /** Has a model write down what is said. Undefined: nothing here listens to recordings. */
  onTranscribe: ((recording: File) => void) | undefined;
}

/** Recordings that cannot be added before somebody says what is said in them. */
export function WaitingRecordings({ recordings, onTranscript, onRemove, onTranscribe }: WaitingRecordingsProps) {
  return (
    <ul aria-label="Recordings without a transcript" className="flex flex-col gap-3">
      {recordings.map((recording) => (
        <li key={`${recording.name} ${recording.size}`} className="rounded-md border border-line p-3">
          <p className="mb-2 flex items-center gap-2 text-sm">
            <span className="min-w-0 truncate font-medium">{recording.name}</span>
            <span className="me-auto shrink-0 text-xs text-ink-3">
              <Bytes size={recording.size} />
            </span>
            <IconButton size="sm" icon={X} label={`Remove ${recording.name}`} onClick={() => onRemove(recording)} />
          </p>
          <FileDrop
            compact
            multiple={false}
            label="Drop its transcript here"
            hint="WebVTT or SubRip"
            accept=".vtt,.srt"
            onFiles={([transcript]) => transcript && onTranscript(recording, transcript)}
          />
          {onTranscribe === undefined ? (
            <p className="mt-2 text-xs text-ink-3">A transcript is needed: this installation has no model that listens to recordings.</p>
          ) : recording.size > maxListenedBytes ? (
            <p className="mt-2 text-xs text-ink-3">A transcript is needed: a model takes at most {maxListenedBytes / 1_000_000} MB.</p>
          ) : (
            <p className="mt-2">
              <Button size="sm" onClick={() => onTranscribe(recording)}>
                Transcribe with a model
              </Button>
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

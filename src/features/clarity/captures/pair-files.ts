import { mediaOf } from "#contract/clarity/media.ts";
import type { Given } from "./use-adding.ts";

const isTranscriptFile = ({ name }: File) => /\.(vtt|srt)$/i.test(name);
const stem = ({ name }: File) => name.replace(/(\.[a-z]{2})?\.[a-z0-9]{3,4}$/i, "").toLowerCase();

/**
 * Files that were chosen together: a recording gets the transcript of its name, or the only one beside the only recording. One without a transcript
 * waits for it.
 */
export function pairFiles(files: readonly File[]): { readonly ready: readonly Given[]; readonly waiting: readonly File[] } {
  const media = files.filter(({ name }) => mediaOf(name) !== undefined);
  const transcripts = files.filter(isTranscriptFile);
  const isOnly = media.length === 1 && transcripts.length === 1;
  const of = new Map(media.map((file) => [file, isOnly ? transcripts[0] : transcripts.find((one) => stem(one) === stem(file))]));
  const taken = new Set(of.values());
  const ready = files.flatMap((file): Given[] => {
    if (taken.has(file)) return [];
    if (!of.has(file)) return [{ file }];
    const transcript = of.get(file);
    return transcript ? [{ file, transcript }] : [];
  });
  return { ready, waiting: media.filter((file) => of.get(file) === undefined) };
}

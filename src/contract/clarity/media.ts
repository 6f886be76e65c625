/** What the end of a file's name says of a recording, and as what a browser plays it (ours). */
export const mediaFormats = {
  mp4: "video/mp4",
  webm: "video/webm",
  mov: "video/quicktime",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  wav: "audio/wav",
} as const;
export type MediaFormat = keyof typeof mediaFormats;

/** Of one recording, in bytes (ours). */
export const maxMediaBytes = 500_000_000;
/** Of one that a model writes down, in bytes: its provider takes no more (ours). */
export const maxListenedBytes = 25_000_000;
/** Characters of a transcript that comes beside a recording (ours). */
export const maxTranscriptLetters = 1_000_000;

export function mediaOf(fileName: string): MediaFormat | undefined {
  const end = /\.([a-z0-9]{3,4})$/.exec(fileName.toLowerCase())?.[1];
  return end !== undefined && Object.hasOwn(mediaFormats, end) ? (end as MediaFormat) : undefined;
}

export const isAudio = (format: MediaFormat) => mediaFormats[format].startsWith("audio/");

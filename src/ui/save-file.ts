export interface SavedFile {
  readonly name: string;
  readonly type: string;
  /** In parts: of many long lines one text would be too long. */
  readonly parts: readonly (string | Blob)[];
}

/** Hands a file over, as a download does. */
export function saveFile({ name, type, parts }: SavedFile): void {
  const address = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

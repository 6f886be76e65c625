export interface DroppedFile {
  readonly path: string;
  readonly file: File;
}

const notCode = /(^|\/)(\.git|__pycache__|node_modules|\.DS_Store)(\/|$)/;

/** The files of a drop, folders opened. Must be called while the event is handled: the list is empty afterwards. */
export async function droppedFiles(data: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const found = await Promise.all(entries.map((entry) => filesOf(entry)));
  return found.flat().filter(({ path }) => !notCode.test(path));
}

/** The files of an input; those of a folder carry their path. */
export function chosenFiles(list: FileList): DroppedFile[] {
  return [...list]
    .map((file) => ({ path: withoutRoot(file.webkitRelativePath) || file.name, file }))
    .filter(({ path }) => !notCode.test(path));
}

async function filesOf(entry: FileSystemEntry, inside = ""): Promise<DroppedFile[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ path: inside + entry.name, file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: DroppedFile[] = [];
  for (;;) {
    // Browsers hand out a folder in parts; an empty one is the last.
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    for (const child of part) found.push(...(await filesOf(child, `${inside}${entry.name}/`)));
  }
}

/** A chosen folder stands for what is in it. */
function withoutRoot(path: string): string {
  return path.slice(path.indexOf("/") + 1);
}

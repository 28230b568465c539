const readAll = async (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> => {
  const found: FileSystemEntry[] = [];
  // Returns at most a hundred entries per call, and none at the end.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return found;
    found.push(...part);
  }
};

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Files of an entry or, recursively, of a folder, up to `most`. Skips unreadable ones. */
async function filesBelow(entry: FileSystemEntry, most: number): Promise<File[]> {
  try {
    if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
    if (!isFolder(entry)) return [];
    const files: File[] = [];
    for (const below of await readAll(entry.createReader())) {
      if (files.length >= most) break;
      files.push(...(await filesBelow(below, most - files.length)));
    }
    return files;
  } catch {
    return [];
  }
}

/** Call it during the event; the browser clears the data afterwards. */
export async function droppedFiles(data: DataTransfer, most: number): Promise<File[]> {
  const entries = Array.from(data.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const files: File[] = [];
  for (const entry of entries) files.push(...(await filesBelow(entry, most - files.length)));
  return files;
}

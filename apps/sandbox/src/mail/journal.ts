import { open, type FileHandle } from 'node:fs/promises';

export type JournalSpan = { offset: number; length: number };

export type Journal<Entry> = {
  /** Resolves when the entry is on disk. `make` runs in commit order. */
  append(make: () => Entry): Promise<void>;
  read(span: JournalSpan): Promise<Entry>;
  close(): Promise<void>;
};

type Waiting<Entry> = { make: () => Entry; done: () => void; failed: (error: unknown) => void };

/**
 * An append-only file of JSON lines. @param apply called for each entry, on opening and after each
 * commit
 */
export async function openJournal<Entry>(path: string, apply: (entry: Entry, span: JournalSpan) => void): Promise<Journal<Entry>> {
  const file = await open(path, 'a+');
  let end = await replay(file, apply);
  let waiting: Waiting<Entry>[] = [];
  let running: Promise<void> | null = null;

  async function commit(batch: Waiting<Entry>[]): Promise<void> {
    const entries = batch.map((one) => one.make());
    const lines = entries.map((entry) => Buffer.from(`${JSON.stringify(entry)}\n`));
    await file.appendFile(Buffer.concat(lines));
    await file.datasync();
    lines.forEach((line, index) => {
      apply(entries[index] as Entry, { offset: end, length: line.length });
      end += line.length;
    });
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await commit(batch);
        batch.forEach((one) => one.done());
      } catch (error) {
        batch.forEach((one) => one.failed(error));
      }
    }
    running = null;
  }

  return {
    append: (make) =>
      new Promise((done, failed) => {
        waiting.push({ make, done, failed });
        running ??= drain();
      }),
    async read(span) {
      const { buffer } = await file.read(Buffer.alloc(span.length), 0, span.length, span.offset);
      return JSON.parse(buffer.toString()) as Entry;
    },
    async close() {
      await running;
      await file.close();
    },
  };
}

async function replay<Entry>(file: FileHandle, apply: (entry: Entry, span: JournalSpan) => void): Promise<number> {
  const content = await file.readFile();
  let offset = 0;
  for (let newline = content.indexOf(10); newline >= 0; newline = content.indexOf(10, offset)) {
    const length = newline + 1 - offset;
    apply(JSON.parse(content.subarray(offset, newline).toString()) as Entry, { offset, length });
    offset += length;
  }
  if (offset < content.length) await file.truncate(offset);
  return offset;
}

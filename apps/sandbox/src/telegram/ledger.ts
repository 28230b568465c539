import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openJournal } from '../mail/journal.ts';

export type Ledger = {
  put(name: string, value: object): void;
  all<Value>(prefix: string): Map<string, Value>;
  release(): void;
  close(): Promise<void>;
};

type Line = [name: string, value: object];

/** A journal in `directory`; the last line of a key counts. Compacted on opening. */
export async function openLedger(directory: string): Promise<Ledger> {
  const path = join(directory, 'telegram.jsonl');
  const values = new Map<string, object>();
  let lines = 0;
  let isOpening = true;
  let journal = await openJournal<Line>(path, ([name, value]) => {
    lines += 1;
    if (isOpening) values.set(name, value);
  });
  if (lines > 1000 && lines > values.size * 2) {
    await journal.close();
    await rm(`${path}.new`, { force: true });
    const fresh = await openJournal<Line>(`${path}.new`, () => undefined);
    await Promise.all([...values].map((line) => fresh.append(() => line)));
    await fresh.close();
    await rename(`${path}.new`, path);
    journal = await openJournal<Line>(path, () => undefined);
  }
  isOpening = false;
  let last: Promise<void> = Promise.resolve();
  let failure: unknown = null;
  return {
    put(name, value) {
      const line: Line = [name, structuredClone(value)];
      last = journal.append(() => line).catch((error: unknown) => void (failure ??= error));
    },
    all: <Value>(prefix: string) =>
      new Map([...values].filter(([name]) => name.startsWith(prefix)).map(([name, value]) => [name.slice(prefix.length), value as Value])),
    release: () => values.clear(),
    async close() {
      await last;
      await journal.close();
      if (failure) throw failure;
    },
  };
}

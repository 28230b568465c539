import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

interface ImportFailure {
  file: string;
  /** Line of a JSON lines file, position in a list, 1 for a file that is one record. */
  line: number;
  reason: string;
}

export interface ErrorFile {
  add(failures: readonly ImportFailure[]): Promise<void>;
  /** This run reads the part after that line again. */
  forget(file: string, afterLine: number): Promise<void>;
  /** Undefined while nothing failed. */
  path(): string | undefined;
}

/** `NAME.errors.jsonl` beside the given path, or in `fallbackFolder` where that folder cannot be written. */
export function openErrorFile(source: string, fallbackFolder: string): ErrorFile {
  const beside = `${source.replace(/\/+$/, '')}.errors.jsonl`;
  const elsewhere = join(fallbackFolder, `${basename(source)}.errors.jsonl`);
  let written: string | undefined;
  const append = async (text: string): Promise<string> => {
    if (written === undefined || written === beside) {
      try {
        await appendFile(beside, text);
        return beside;
      } catch {
        await mkdir(fallbackFolder, { recursive: true });
      }
    }
    await appendFile(elsewhere, text);
    return elsewhere;
  };
  return {
    async add(failures) {
      if (failures.length > 0) written = await append(failures.map((failure) => `${JSON.stringify(failure)}\n`).join(''));
    },
    async forget(file, afterLine) {
      for (const path of [beside, elsewhere]) {
        const text = await readFile(path, 'utf8').catch(() => undefined);
        if (text === undefined) continue;
        const lines = text.split('\n').filter((line) => line !== '' && !isAfter(line, file, afterLine));
        if (lines.length === 0) await rm(path, { force: true }).catch(() => undefined);
        else await writeFile(path, `${lines.join('\n')}\n`).catch(() => undefined);
        if (lines.length > 0) written = path;
      }
    },
    path: () => written,
  };
}

function isAfter(line: string, file: string, afterLine: number): boolean {
  try {
    const failure = JSON.parse(line) as Partial<ImportFailure>;
    return failure.file === file && (failure.line ?? 0) > afterLine;
  } catch {
    return true;
  }
}

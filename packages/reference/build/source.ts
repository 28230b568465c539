import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export type SourceRow = Record<string, string>;

/** TSV with a header line and no quoting; unpacks `.gz`. */
export function readSource(folder: string, file: string): SourceRow[] {
  const raw = readFileSync(join(folder, file));
  const text = (file.endsWith('.gz') ? gunzipSync(raw) : raw).toString('utf8');
  const [header, ...lines] = text.split('\n');
  const columns = (header ?? '').split('\t');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(columns.map((column, position) => [column, (cells[position] ?? '').trim()]));
    });
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Lines of a file in build/curated without blank lines and `#` comments. */
export function readCurated(file: string): string[] {
  const text = readFileSync(new URL(`./curated/${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('# '));
}

/** `|` separates fields, `;` separates list items. */
export function curatedFields(line: string): string[] {
  return line.split('|').map((field) => field.trim());
}

export function curatedList(field: string | undefined): string[] {
  return (field ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

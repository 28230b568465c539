import type { Tx } from '#platform/database/database.ts';
import type { CompanyTable } from '../store/catalog.ts';
import { rowsName } from '../manifest.ts';
import { assignIds, findRepeatedId, type StagedLine, stageLines } from '../store/stage-rows.ts';
import { type Archive, linesOfTable, unusable } from './archive.ts';
import { readRow, type Row } from './check-row.ts';

const batch = { lines: 1000, characters: 4 * 1024 * 1024 };

/** Changes rows before they are staged, by table. */
export type RowChanges = Readonly<Record<string, (row: Row) => Row | Promise<Row>>>;

/** PostgreSQL stores no NUL. */
const hasNul = (text: string) => /(?<!\\)(?:\\\\)*\\u0000/.test(text);

async function* inBatches(lines: AsyncIterable<StagedLine>): AsyncGenerator<StagedLine[]> {
  let held: StagedLine[] = [];
  let size = 0;
  for await (const line of lines) {
    held.push(line);
    size += line.text.length;
    if (held.length < batch.lines && size < batch.characters) continue;
    yield held;
    held = [];
    size = 0;
  }
  if (held.length > 0) yield held;
}

async function* checked(archive: Archive, table: CompanyTable, change: RowChanges[string] | undefined): AsyncGenerator<StagedLine> {
  for await (const { number, text } of linesOfTable(archive, table.name)) {
    const row = readRow(table, text);
    if (typeof row === 'string' || hasNul(text))
      throw unusable(`line ${number} of ${rowsName(table.name)} ${typeof row === 'string' ? row : 'has a NUL character'}.`);
    yield { number, text: change ? JSON.stringify(await change(row)) : text };
  }
}

/** Throws StartupError with the file and the line. */
export async function stageTable(
  tx: Tx,
  archive: Archive,
  { table, companyId, change }: { table: CompanyTable; companyId: number; change: RowChanges[string] | undefined },
): Promise<number> {
  const name = rowsName(table.name);
  let count = 0;
  for await (const lines of inBatches(checked(archive, table, change))) {
    await stageLines(tx, table.name, lines).catch((error: unknown) => {
      throw unusable(`lines ${lines[0]?.number} to ${lines.at(-1)?.number} of ${name}: ${(error as Error).message}.`, error);
    });
    count += lines.length;
  }
  if (table.name === 'companies' && count !== 1) throw unusable(`${name} has ${count} lines, not one.`);
  if (!table.hasId) return count;
  const repeated = await findRepeatedId(tx, table.name);
  if (repeated !== undefined) throw unusable(`line ${repeated} of ${name} repeats an id.`);
  await assignIds(tx, table.name, companyId);
  return count;
}

import { mayAccess } from '@headwater/domain/access';
import type { ColumnType } from '@headwater/domain/profiles/enrichment';
import type { Actor } from '@headwater/domain/roles';
import { readTexts } from '@headwater/contract/texts';
import { findProfileCards } from '#modules/profiles/public.ts';
import { type TableFormat, tableRows, tableStart } from '#platform/csv/write-table.ts';
import type { Database } from '#platform/database/database.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { FileRow } from './csv/parts.ts';
import type { RowOutcome } from './enrich-rows.ts';
import { findPart, type PartRow } from './store/parts.ts';
import type { RequestRow } from './store/requests.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const enrichmentText = readTexts({ en, ru });

export interface DownloadServices {
  database: Database;
  log: Log;
  /** Undefined if the user lost access. */
  findActor(userId: number): Promise<Actor | undefined>;
}

export interface DownloadInput {
  request: RequestRow;
  actor: Actor;
  /** Public address of the installation without a trailing slash. */
  origin: string;
}

/** Only people that the reader may see now, without erased ones. */
async function namesOf(tx: Tx, actor: Actor, outcomes: readonly RowOutcome[]): Promise<Map<number, string>> {
  const ids = [...new Set(outcomes.flatMap(({ profileId }) => profileId ?? []))];
  return new Map((await findProfileCards(tx, ids, actor)).map(({ id, name }) => [id, name ?? '']));
}

type Write = (part: PartRow, names: ReadonlyMap<number, string>) => string[][];

function reasonOf([, , fault]: FileRow, outcome: RowOutcome | undefined, { language }: Actor): string {
  if (fault) return enrichmentText(`fault.${fault}`, language);
  if (!outcome) return enrichmentText('reason.stopped', language);
  const invalid = outcome.invalid && enrichmentText('reason.invalid', language, { columns: outcome.invalid.join(', ') });
  if (outcome.kind === 'ambiguous') return [enrichmentText('reason.ambiguous', language), invalid].filter(Boolean).join('. ');
  const limited = outcome.isLimited && enrichmentText('reason.limited', language);
  return [limited, invalid].filter(Boolean).join('. ') || (outcome.kind === 'error' ? enrichmentText('reason.empty', language) : '');
}

const titleOf = (type: ColumnType, index: number, { language }: Actor) =>
  type === 'ignore'
    ? enrichmentText('column.ignored', language, { number: index + 1 })
    : enrichmentText('column.typed', language, { number: index + 1, type: enrichmentText(`type.${type}`, language) });

const padded = (cells: readonly string[], count: number) => [...cells, ...Array<string>(Math.max(0, count - cells.length)).fill('')];
const titles = ({ request, actor }: DownloadInput) => request.columns.map((type, index) => titleOf(type, index, actor));

/** Adds only the name of the person to the data of the file. */
function resultFile(input: DownloadInput): { header: string[]; write: Write } {
  const { request, actor, origin } = input;
  const { language } = actor;
  const shown = ['result', 'profile', 'name', 'added', 'reason'] as const;
  const write: Write = ({ rows, outcomes }, names) =>
    rows.map((row, index) => {
      const outcome = outcomes?.[index];
      const known = outcome?.profileId !== undefined && names.has(outcome.profileId);
      return [
        ...padded(row[1], request.columns.length),
        enrichmentText(`result.${outcome?.kind ?? 'stopped'}`, language),
        known ? `${origin}/profiles/${outcome.profileId}` : '',
        known ? (names.get(outcome.profileId ?? 0) ?? '') : '',
        (outcome?.added ?? []).map(({ type, value }) => `${enrichmentText(`type.${type}`, language)}: ${value}`).join(', '),
        reasonOf(row, outcome, actor),
      ];
    });
  return { header: [...titles(input), ...shown.map((column) => enrichmentText(`shown.${column}`, language))], write };
}

function errorFile(input: DownloadInput): { header: string[]; write: Write } {
  const { language } = input.actor;
  const write: Write = ({ rows, outcomes }) =>
    rows.flatMap((row, index) => {
      const outcome = outcomes?.[index];
      return outcome?.kind === 'error' ? [[String(row[0]), reasonOf(row, outcome, input.actor), ...row[1]]] : [];
    });
  return { header: [enrichmentText('shown.line', language), enrichmentText('shown.reason', language), ...titles(input)], write };
}

async function readNext({ database, findActor, log }: DownloadServices, { request, actor }: DownloadInput, number: number) {
  try {
    const reading = await findActor(actor.userId);
    if (!reading || reading.company.id !== request.company_id || !mayAccess('data_enrichment', reading)) throw new AppError('forbidden');
    return await database.inCompany(request.company_id, async (tx) => {
      const part = await findPart(tx, request.id, number);
      return part && { part, names: await namesOf(tx, reading, part.outcomes ?? []) };
    });
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, request: request.id }, 'enrichment download failed');
    throw error;
  }
}

const files = { results: resultFile, errors: errorFile };

/** Checks current permissions for each part. */
export async function* writeFile(services: DownloadServices, kind: keyof typeof files, input: DownloadInput): AsyncGenerator<Uint8Array> {
  const format: TableFormat = { encoding: 'utf-8', delimiter: input.request.delimiter, reader: 'spreadsheet' };
  const { header, write } = files[kind](input);
  yield tableStart(format);
  yield tableRows([header], format);
  for (let number = 0; number < input.request.parts; number += 1) {
    const next = await readNext(services, input, number);
    if (next) yield tableRows(write(next.part, next.names), format);
  }
}

import type { ExportInput } from '@headwater/contract/candidate-export';
import { type Access, mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';
import { readTexts } from '@headwater/contract/texts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { TableFormat } from '#platform/csv/write-table.ts';
import type { Column } from '#platform/export/columns.ts';
import { writeCsv } from '#platform/export/write-csv.ts';
import type { Log } from '#platform/log.ts';
import { closedContacts, openClosedContacts, readableContacts } from '#modules/profiles/public/contacts.ts';
import { countReadAtOnce, findWhole } from '#modules/profiles/public.ts';
import { type ExportedCandidate, exportedCandidates, type MatchingCandidate } from '#modules/vacancies/public/exporting.ts';
import { columnsOfExport, type ExportedPerson, mayExport, type Reader, typesOf } from './columns.ts';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

export const exportText = readTexts({ en, ru });

export interface ExportServices {
  database: Database;
  findActor(userId: number): Promise<Actor | undefined>;
  log: Log;
}

type Columns = ExportInput['columns'];

/** ROLE-055. Throws forbidden, or FieldErrors for columns that the actor may not export. */
export function requireExport(actor: Actor, columns: Columns, access: Access = 'candidate_export'): void {
  if (!mayAccess(access, actor)) throw new AppError('forbidden');
  const closed = columns.find((column) => !mayExport(column, actor));
  if (closed)
    throw new FieldErrors({ columns: { key: 'export_column', parts: { column: exportText(`column.${closed}`, actor.language) } } });
}

interface Chosen {
  candidates: readonly MatchingCandidate[];
  columns: Columns;
  now: Date;
}

const contactsIn = ({ candidates, columns, now }: Chosen) => ({
  profileIds: [...new Set(candidates.map((candidate) => candidate.profile_id))],
  types: typesOf(columns),
  now,
});

/** EXP-002 to EXP-004. Throws export_limit with the counts if the quota is insufficient. */
export async function checkExport(tx: Tx, actor: Actor, chosen: Chosen) {
  const { profileIds, available, total } = await closedContacts(tx, actor, contactsIn(chosen));
  const [count, hidden] = [chosen.candidates.length, profileIds.length];
  if (available !== null && hidden > available) throw new AppError('export_limit', { count, hidden, available, total: total ?? available });
  return { count, hidden, available, total };
}

export const payForExport = (tx: Tx, actor: Actor, chosen: Chosen) => openClosedContacts(tx, actor, contactsIn(chosen));

/** Maximum rows per read; fewer for long profiles, to bound memory. */
const batch = 500;

type ReadRows = (tx: Tx, actor: Actor, ids: readonly number[]) => Promise<ExportedCandidate[]>;

/** Search results belong to no vacancy; their ids are profile ids. */
export const foundPeople: ReadRows = async (_tx, _actor, ids) =>
  ids.map((id) => ({ id, profileId: id, status: '', vacancy: '', addedAt: new Date(0), addedBy: '' }));

type PartInput = Pick<TableInput, 'columns' | 'readRows'> & { ids: readonly number[] };

async function peopleOf(tx: Tx, actor: Actor, { ids, columns, readRows = exportedCandidates }: PartInput): Promise<ExportedPerson[]> {
  const candidates = await readRows(tx, actor, ids);
  const profileIds = candidates.map(({ profileId }) => profileId);
  const profiles = new Map((await findWhole(tx, profileIds)).map(({ id, data }) => [id, data]));
  const contacts = await readableContacts(tx, actor, { profileIds, types: typesOf(columns) });
  return candidates.flatMap((candidate) => {
    const data = profiles.get(candidate.profileId);
    return data ? [{ ...candidate, data, contacts: contacts.get(candidate.profileId) ?? [] }] : [];
  });
}

export interface TableInput {
  candidates: readonly MatchingCandidate[];
  columns: Columns;
  format: TableFormat;
  reader: Reader;
  readRows?: ReadRows | undefined;
  access?: Access | undefined;
  /** Throws if the actor may no longer see the source of the candidates. */
  requireSource(tx: Tx, actor: Actor): Promise<unknown>;
}

const tableColumns = (columns: Columns, reader: Reader): Column<ExportedPerson>[] =>
  columns.map((key) => ({
    key,
    title: (language) => exportText(`column.${key}`, language),
    format: 'text',
    value: (person) => columnsOfExport[key].value(person, reader),
  }));

/** Checks current rights per batch and throws if they are lost. */
async function* readBatches(services: ExportServices, reading: Actor, input: TableInput): AsyncGenerator<ExportedPerson[]> {
  const { candidates } = input;
  for (let at = 0; at < candidates.length;) {
    const { people, count } = await readBatch(services, reading, { ...input, candidates: candidates.slice(at, at + batch) });
    at += count;
    yield people;
  }
}

export const writeTable = (services: ExportServices, reading: Actor, input: TableInput): AsyncGenerator<Uint8Array> =>
  writeCsv(
    { columns: tableColumns(input.columns, input.reader), batches: readBatches(services, reading, input), reader: input.reader },
    input.format,
  );

async function readBatch(
  { database, findActor, log }: ExportServices,
  { userId, company }: Actor,
  { candidates, columns, reader, readRows, access, requireSource }: TableInput,
): Promise<{ people: ExportedPerson[]; count: number }> {
  try {
    const found = await findActor(userId);
    if (!found || found.company.id !== company.id) throw new AppError('forbidden');
    const actor = { ...found, language: reader.language };
    requireExport(actor, columns, access);
    return await database.inCompany(company.id, async (tx) => {
      await requireSource(tx, actor);
      const count = await countReadAtOnce(
        tx,
        candidates.map((candidate) => candidate.profile_id),
      );
      const ids = candidates.slice(0, count).map(({ id }) => id);
      return { people: await peopleOf(tx, actor, { ids, columns, readRows }), count };
    });
  } catch (error) {
    if (!(error instanceof AppError)) log.error({ err: error, user: userId }, 'export failed while streaming');
    throw error;
  }
}

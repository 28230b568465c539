import { implement } from '@orpc/server';
import { candidateExport, type ExportInput, type SequenceExportInput } from '@headwater/contract/candidate-export';
import { exportColumns } from '@headwater/domain/vacancies/export-format';
import type { Actor } from '@headwater/domain/roles';
import { wallClock } from '@headwater/domain/time/zone';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findCompany } from '#modules/companies/public.ts';
import {
  type MatchingCandidate,
  matchingCandidates,
  type NarrowServices,
  requireVacancy,
  visibleCandidates,
} from '#modules/vacancies/public.ts';
import { mayExport } from './columns.ts';
import {
  checkExport,
  type ExportServices,
  exportText,
  payForExport,
  requireExport,
  type TableInput,
  writeTable,
} from './export-candidates.ts';

export interface ExportRouteServices extends ExportServices, NarrowServices {
  clock: Clock;
  /** Which of the candidates a sequence writes to, or all of its; undefined where there is no such sequence for this person. */
  candidatesOfSequence(
    tx: Tx,
    actor: Actor,
    sequence: { sequenceId: number; candidateIds: readonly number[] | undefined },
  ): Promise<number[] | undefined>;
  /** Public address of this installation; unset: where the browser has found it. */
  publicUrl: string | undefined;
}

/** Whom an export is about, and what its file is called after. */
interface Chosen {
  candidates: MatchingCandidate[];
  name: string;
  requireSource: TableInput['requireSource'];
}

const contentTypes = { 'utf-8': 'text/csv; charset=utf-8', 'windows-1251': 'text/csv; charset=windows-1251' } as const;

export function exportRoutes(services: ExportRouteServices) {
  const { database, clock, candidatesOfSequence, publicUrl } = services;
  const api = implement(candidateExport).$context<RequestContext>();

  async function ofVacancy(actor: Actor, id: number, { candidate_ids: ids, ...filters }: ExportInput): Promise<Chosen> {
    const { status, query, messaging_status, mailing_list, filters: search } = filters;
    const listed = { id, ids, status, query, messaging_status, mailing_list, filters: search };
    const requireSource: Chosen['requireSource'] = (tx, reader) => requireVacancy(tx, reader, { id });
    const { name } = await database.inCompany(actor.company.id, (tx) => requireVacancy(tx, actor, { id }));
    return { candidates: await matchingCandidates(services, actor, listed), name, requireSource };
  }

  async function requireSequence(tx: Tx, actor: Actor, sequence: { sequenceId: number; candidateIds: readonly number[] | undefined }) {
    const found = await candidatesOfSequence(tx, actor, sequence);
    if (!found) throw new AppError('not_found');
    return found;
  }

  const ofSequence = (actor: Actor, sequenceId: number, { candidate_ids: ids }: SequenceExportInput): Promise<Chosen> =>
    database.inCompany(actor.company.id, async (tx) => {
      const found = await requireSequence(tx, actor, { sequenceId, candidateIds: ids.length > 0 ? ids : undefined });
      return {
        candidates: await visibleCandidates(tx, actor, found),
        name: String(sequenceId),
        requireSource: (later, reader) => requireSequence(later, reader, { sequenceId, candidateIds: [] }),
      };
    });

  const check = async (actor: Actor, { columns }: SequenceExportInput, chosen: () => Promise<Chosen>) => {
    requireExport(actor, columns);
    const { candidates } = await chosen();
    return database.inCompany(actor.company.id, (tx) => checkExport(tx, actor, { candidates, columns, now: clock.now() }));
  };

  async function csv({ actor, request, signal }: RequestContext, input: SequenceExportInput, chosen: () => Promise<Chosen>) {
    const { columns, encoding, delimiter, excel_compatible: isForExcel, open_contacts: opens } = input;
    requireExport(actor, columns);
    const { candidates, name, requireSource } = await chosen();
    const now = clock.now();
    const zone = (await database.inCompany(actor.company.id, (tx) => findCompany(tx, actor.company.id)))?.time_zone ?? 'UTC';
    // Nobody pays for a table that nobody waits for.
    signal.throwIfAborted();
    if (opens) await database.inCompany(actor.company.id, (tx) => payForExport(tx, actor, { candidates, columns, now }));
    const { language } = actor;
    const origin = (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
    const table = writeTable(services, actor, {
      candidates,
      columns,
      format: { encoding, delimiter, reader: isForExcel ? 'excel' : 'program' },
      reader: { language, today: now, zone, origin },
      requireSource,
    });
    // What no file system takes in a name.
    // Cut between characters: half of one cannot be written in a header.
    const called = [...name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()].slice(0, 80).join('');
    const fileName = exportText('fileName', language, { name: called, day: wallClock(now, zone).slice(0, 10) });
    return {
      headers: { 'content-type': contentTypes[encoding], 'content-disposition': attachment(`${fileName}.csv`) },
      body: ReadableStream.from(table) as ReadableStream,
    };
  }

  return {
    columns: api.columns.handler(({ context: { actor } }) => {
      requireExport(actor, []);
      const open = exportColumns.filter((column) => mayExport(column, actor));
      return { columns: open.map((id) => ({ id, name: exportText(`column.${id}`, actor.language) })) };
    }),
    checkVacancy: api.checkVacancy.handler(({ input: { params, body }, context: { actor } }) =>
      check(actor, body, () => ofVacancy(actor, params.id, body)),
    ),
    checkSequence: api.checkSequence.handler(({ input: { params, body }, context: { actor } }) =>
      check(actor, body, () => ofSequence(actor, params.id, body)),
    ),
    csvOfVacancy: api.csvOfVacancy.handler(({ input: { params, body }, context }) =>
      csv(context, body, () => ofVacancy(context.actor, params.id, body)),
    ),
    csvOfSequence: api.csvOfSequence.handler(({ input: { params, body }, context }) =>
      csv(context, body, () => ofSequence(context.actor, params.id, body)),
    ),
  };
}

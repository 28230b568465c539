import { implement } from '@orpc/server';
import { candidateExport, type SequenceExportInput } from '@headwater/contract/candidate-export';
import type { Access } from '@headwater/domain/access';
import { exportColumns } from '@headwater/domain/vacancies/export-format';
import { wallClock } from '@headwater/domain/time/zone';
import type { Clock } from '#platform/clock.ts';
import { fileAnswer, mediaTypes } from '#platform/export/file-answer.ts';
import { createFairTurns, type FairTurns, requesterOf } from '#platform/fair-turns.ts';
import { admitAnswer } from '#platform/http/admit-answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { findCompany } from '#modules/companies/public.ts';
import { mayExport } from './columns.ts';
import { type Chosen, exportSources, type SourceServices } from './export-sources.ts';
import { checkExport, type ExportServices, exportText, payForExport, requireExport, writeTable } from './export-candidates.ts';

export interface ExportRouteServices extends ExportServices, SourceServices {
  clock: Clock;
  exportTurns: FairTurns;
  /** Public URL of the installation. Default: the host of the request. */
  publicUrl: string | undefined;
}

/** Checks repeat the search, and the dialog repeats the check with every change. */
const openCheckTurns = () =>
  createFairTurns({
    places: 2,
    placesOfMember: 1,
    limits: { ofMember: 4, ofCompany: 20, refusal: 'exports_busy', seconds: 5 },
  });

type TableRequest = Pick<SequenceExportInput, 'columns' | 'encoding' | 'delimiter' | 'excel_compatible' | 'raw' | 'open_contacts'>;

interface Source {
  choose(): Promise<Chosen>;
  access?: Access;
}

export function exportRoutes(services: ExportRouteServices) {
  const { database, clock, exportTurns, publicUrl } = services;
  const checkTurns = openCheckTurns();
  const api = implement(candidateExport).$context<RequestContext>();

  const { ofVacancy, ofSequence, found } = exportSources(services);

  const check = (context: RequestContext, { columns }: TableRequest, { choose, access }: Source) => {
    const { actor } = context;
    requireExport(actor, columns, access);
    return checkTurns.run(requesterOf(context), async () => {
      const { candidates } = await choose();
      return database.inCompany(actor.company.id, (tx) => checkExport(tx, actor, { candidates, columns, now: clock.now() }));
    });
  };

  async function csv(context: RequestContext, input: TableRequest, { choose, access }: Source) {
    const { actor, request, signal } = context;
    const { columns, encoding, delimiter, excel_compatible: isForExcel, raw: isRaw, open_contacts: opens } = input;
    requireExport(actor, columns, access);
    const admission = admitAnswer(exportTurns, context);
    const { candidates, name, requireSource, readRows } = await admission.turn(() => choose());
    const now = clock.now();
    const zone = (await database.inCompany(actor.company.id, (tx) => findCompany(tx, actor.company.id)))?.time_zone ?? 'UTC';
    // A disconnected client is not charged.
    signal.throwIfAborted();
    if (opens)
      await admission.turn(() => database.inCompany(actor.company.id, (tx) => payForExport(tx, actor, { candidates, columns, now })));
    const { language } = actor;
    const origin = (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
    const table = writeTable(services, actor, {
      candidates,
      columns,
      format: { encoding, delimiter, reader: isForExcel ? 'excel' : isRaw ? 'program' : 'guarded' },
      reader: { language, today: now, zone, origin },
      requireSource,
      readRows,
      access,
    });
    // Cuts by code point, because half a surrogate pair breaks the header.
    const called = [...name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()].slice(0, 80).join('');
    const fileName = exportText(called ? 'fileName' : 'foundFileName', language, { name: called, day: wallClock(now, zone).slice(0, 10) });
    return fileAnswer({ name: `${fileName}.csv`, mediaType: mediaTypes[encoding], pieces: table, admission });
  }

  return {
    columns: api.columns.handler(({ context: { actor } }) => {
      requireExport(actor, []);
      const open = exportColumns.filter((column) => mayExport(column, actor));
      return { columns: open.map((id) => ({ id, name: exportText(`column.${id}`, actor.language) })) };
    }),
    checkFound: api.checkFound.handler(({ input: { body }, context }) =>
      check(context, body, { choose: () => found(context.actor, body), access: 'profile_export' }),
    ),
    csvOfFound: api.csvOfFound.handler(({ input: { body }, context }) =>
      csv(context, body, { choose: () => found(context.actor, body), access: 'profile_export' }),
    ),
    checkVacancy: api.checkVacancy.handler(({ input: { params, body }, context }) =>
      check(context, body, { choose: () => ofVacancy(context.actor, params.id, body) }),
    ),
    checkSequence: api.checkSequence.handler(({ input: { params, body }, context }) =>
      check(context, body, { choose: () => ofSequence(context.actor, params.id, body) }),
    ),
    csvOfVacancy: api.csvOfVacancy.handler(({ input: { params, body }, context }) =>
      csv(context, body, { choose: () => ofVacancy(context.actor, params.id, body) }),
    ),
    csvOfSequence: api.csvOfSequence.handler(({ input: { params, body }, context }) =>
      csv(context, body, { choose: () => ofSequence(context.actor, params.id, body) }),
    ),
  };
}

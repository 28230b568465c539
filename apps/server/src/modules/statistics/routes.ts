import { statistics } from '@headwater/contract/statistics';
import { breakdownsOf } from '@headwater/domain/statistics/breakdowns';
import { metricsOf, type Section, sections, statisticsTables } from '@headwater/domain/statistics/metrics';
import { countsOf, countOf } from '@headwater/domain/statistics/metrics';
import type { Actor } from '@headwater/domain/roles';
import { wallClock } from '@headwater/domain/time/zone';
import { implement } from '@orpc/server';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import type { FairTurns } from '#platform/fair-turns.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { readBreakdown } from './breakdown.ts';
import { exportStatistics } from './export.ts';
import { readList } from './list.ts';
import { findReader, readAsked, readNames, type Reader, scopeOf } from './reader.ts';
import { readFigures, readOverview, readSection } from './section.ts';
import { changeSettings, settingsView } from './settings.ts';
import { kindsOf } from './store/conditions.ts';
import { firstFactAt, listStatuses } from './store/names.ts';
import { metricView, statisticsText } from './texts.ts';

async function filtersView(tx: Tx, reader: Reader, section: Section) {
  const { language } = reader.actor;
  const names = await readNames(tx, reader, statisticsText('closed', language));
  const statuses = await listStatuses(tx, reader.company.id, language);
  const first = await firstFactAt(
    tx,
    reader.company.id,
    countsOf(section).flatMap((id) => kindsOf(countOf(id))),
  );
  const zone = reader.company.time_zone;
  const own = [...names.users.values()].filter(({ id }) => reader.seesCompany || id === reader.actor.userId);
  return {
    section,
    scopes: reader.seesCompany ? (['company', 'own'] as const).slice() : (['own'] as const).slice(),
    zone,
    users: own,
    folders: [...names.folders.values()],
    templates: [...names.templates.values()],
    statuses: statuses.map(({ id, name, is_deleted }) => ({ id, name, is_deleted })),
    tables: statisticsTables.filter((table) => section === 'messaging' || table !== 'templates'),
    breakdowns: breakdownsOf[section].map((id) => ({ id, title: statisticsText(`breakdown.${id}.title`, language) })),
    metrics: metricsOf(section).map((id) => metricView(id, language)),
    first_day: first && wallClock(first, zone).slice(0, 10),
  };
}

function requireSection(name: string): Section {
  const section = sections.find((each) => each === name);
  if (!section) throw new AppError('not_found');
  return section;
}

interface Services {
  database: Database;
  clock: Clock;
  exportTurns: FairTurns;
}

export function statisticsRoutes({ database, clock, exportTurns }: Services) {
  const api = implement(statistics).$context<RequestContext>();
  const read = async <T>(actor: Actor, companyId: number, work: (tx: Tx, reader: Reader) => Promise<T>): Promise<T> => {
    const reader = await findReader(database, actor, companyId);
    return database.readInCompany(companyId, (tx) => work(tx, reader));
  };
  return {
    overview: api.overview.handler(({ input, context: { actor } }) =>
      read(actor, input.id, async (tx, reader) => {
        const names = await readNames(tx, reader, '');
        const now = clock.now();
        const asked = await readAsked(tx, reader, { input, now, names });
        return { sections: await readOverview(tx, asked, { of: sections, compare: input.compare, now }) };
      }),
    ),
    filters: api.filters.handler(({ input, context: { actor } }) =>
      read(actor, input.id, (tx, reader) => filtersView(tx, reader, input.section)),
    ),
    settings: api.settings.handler(({ input: { id, section, scope }, context: { actor } }) =>
      read(actor, id, (tx, reader) => settingsView(tx, reader, { section, scope: scopeOf(reader, scope) })),
    ),
    saveSettings: api.saveSettings.handler(async ({ input: { id, section, scope: asked, ...change }, context: { actor } }) => {
      const reader = await findReader(database, actor, id);
      const scope = asked ?? (reader.manages ? 'company' : 'own');
      return database.inCompany(id, async (tx) => {
        await changeSettings(tx, reader, { section, scope, change });
        return settingsView(tx, reader, { section, scope });
      });
    }),
    section: api.section.handler(({ input: { id, name, ...input }, context: { actor } }) =>
      read(actor, id, (tx, reader) => readSection(tx, reader, { section: requireSection(name), input, now: clock.now() })),
    ),
    metric: api.metric.handler(({ input: { a, b: id, company_id: companyId, ...input }, context: { actor } }) =>
      read(actor, companyId ?? actor.company.id, async (tx, reader) => {
        const section = requireSection(a);
        if (!metricsOf(section).some((each) => each === id)) throw new AppError('not_found');
        const now = clock.now();
        const asked = await readAsked(tx, reader, { input, now, names: await readNames(tx, reader, '') });
        const { figures, ...about } = await readFigures(tx, asked, { of: section, compare: input.compare, now });
        const figure = figures.find((each) => each.id === id);
        if (!figure) throw new AppError('not_found');
        return { ...about, figure };
      }),
    ),
    breakdown: api.breakdown.handler(({ input: { id, section, ...input }, context: { actor } }) =>
      read(actor, id, (tx, reader) => readBreakdown(tx, reader, { section, input, now: clock.now() })),
    ),
    list: api.list.handler(({ input: { id, section, ...input }, context: { actor } }) =>
      read(actor, id, (tx, reader) => readList(tx, reader, { section, input, now: clock.now() })),
    ),
    export: api.export.handler(async ({ input: { id, section, ...input }, context }) => {
      const { actor } = context;
      const now = clock.now();
      const table = await read(actor, id, (tx, reader) => exportStatistics(tx, reader, { section, input, now }));
      return table(context, exportTurns, input.type);
    }),
  };
}

import type { StatisticsFilter, StatisticsListItem } from '@headwater/contract/statistics';
import { type Breakdown, hasBreakdown } from '@headwater/domain/statistics/breakdowns';
import { countBehind, countOf, type MetricId, metricsOf, type Section } from '@headwater/domain/statistics/metrics';
import type { Instants } from '@headwater/domain/statistics/periods';
import { isAdminType } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import { findProfileCards, visibleProfileIds } from '#modules/profiles/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { FieldErrors } from '#platform/errors.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { type Asked, type Names, readAsked, readNames, type Reader } from './reader.ts';
import { pipelineRules, type PipelineRules } from './settings.ts';
import { listCandidacies } from './store/candidacies.ts';
import { candidaciesBehind, factsBehind, wrongKey } from './store/rows.ts';
import type { Selection } from './store/conditions.ts';
import { listFacts, type ListRow } from './store/lists.ts';
import { metricView, statisticsText } from './texts.ts';

export interface ListInput extends StatisticsFilter {
  metric: MetricId;
  user?: number | undefined;
  folder?: number | undefined;
  template?: number | undefined;
  without?: 'user' | 'folder' | 'template' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  breakdown?: Breakdown | undefined;
  key?: string | undefined;
  page: number;
  per_page: number;
}

interface Cell {
  selection: Selection;
  period: Instants;
}

/** Intersection: a cell is always within the filters of its page. */
function narrow(chosen: readonly (number | null)[] | undefined, one: number | null | undefined) {
  if (one === undefined) return chosen;
  return chosen === undefined || chosen.includes(one) ? [one] : [];
}

function cellOf({ selection, period }: Asked, { user, folder, template, without, from, to }: ListInput): Cell {
  const none = (name: 'user' | 'folder' | 'template') => (without === name ? null : undefined);
  const [since, until] = [from === undefined ? period.from : new Date(from), to === undefined ? period.to : new Date(to)];
  if (until <= since) throw new FieldErrors({ to: 'field_ends_early' });
  return {
    selection: {
      ...selection,
      users: narrow(selection.users, user ?? none('user')),
      folders: narrow(selection.folders, folder ?? none('folder')),
      templates: narrow(selection.templates, template ?? none('template')),
    },
    period: { from: since > period.from ? since : period.from, to: until < period.to ? until : period.to },
  };
}

const beginning = new Date(0);

const named = (known: ReadonlyMap<number, { id: number; name: string }>, id: number | null, gone: string) =>
  id === null ? null : { id, name: known.get(id)?.name ?? gone };

async function present(
  tx: Tx,
  { actor, company }: Reader,
  { rows, names, rules }: { rows: readonly (ListRow & { status_id?: number })[]; names: Names; rules: PipelineRules },
) {
  const { language } = actor;
  const isInside = company.id === actor.company.id;
  const isOpen = ({ vacancy_id: id }: ListRow) => id === null || names.openFolders.has(id);
  const ids = [...new Set(isInside ? rows.flatMap((row) => (row.profile_id !== null && isOpen(row) ? [row.profile_id] : [])) : [])];
  const visible = await visibleProfileIds(tx, ids);
  const cards = await findProfileCards(
    tx,
    ids.filter((id) => visible.has(id)),
    actor,
  );
  const people = new Map(cards.map(({ id, name }) => [id, name ?? '']));
  const status = (id: number) => rules.statuses.find((each) => each.id === id)?.name ?? statisticsText('deleted.status', language);
  const detail = (row: ListRow & { status_id?: number }): string | null => {
    if (row.from_status !== null || row.to_status !== null)
      return [row.from_status, row.to_status].filter((name) => name !== null).join(' → ');
    if (row.status_id !== undefined) return status(row.status_id);
    if (row.step !== null) return statisticsText('row.step', language, { number: row.step + 1 });
    return row.is_query ? row.query : '';
  };
  return rows.map((row): StatisticsListItem => {
    const name = row.profile_id === null ? undefined : people.get(row.profile_id);
    return {
      key: `${row.source_id}-${row.at.getTime()}`,
      at: row.at.toISOString(),
      person: row.profile_id !== null && name !== undefined ? { id: row.profile_id, name } : null,
      user: named(names.users, row.user_id, statisticsText('deleted.users', language)),
      folder: named(names.folders, row.vacancy_id, statisticsText('deleted.folders', language)),
      template: named(names.templates, row.template_id, statisticsText('deleted.templates', language)),
      detail: isInside && isOpen(row) ? detail(row) : '',
    };
  });
}

/** STB-001: the rows behind one number. Page, number and list share the conditions. */
export async function readList(tx: Tx, reader: Reader, { section, input, now }: { section: Section; input: ListInput; now: Date }) {
  const { language } = reader.actor;
  const { metric, breakdown, key, page, per_page: perPage } = input;
  if (!metricsOf(section).includes(metric)) throw new FieldErrors({ metric: 'statistics_metric' });
  if (breakdown !== undefined && !hasBreakdown(section, breakdown)) throw new FieldErrors({ breakdown: 'statistics_breakdown' });
  if (breakdown !== undefined && key === undefined) throw wrongKey();
  const names = await readNames(tx, reader, statisticsText('closed', language));
  const asked = await readAsked(tx, reader, { input, now, names });
  const { selection, period } = cellOf(asked, input);
  const rules = await pipelineRules(tx, reader, asked.scope);
  const stuckBefore = new Date(now.getTime() - rules.stuckDays * dayMs);
  const row = breakdown === undefined || key === undefined ? undefined : { breakdown, key, statuses: rules, stuckBefore };
  const candidacies = row && candidaciesBehind(row);
  const paged = { limit: perPage, offset: (page - 1) * perPage };
  const found = candidacies
    ? await listCandidacies(tx, selection, {
        // Stuck candidates may have been added at any time.
        period: breakdown === 'stuck' ? { from: beginning, to: now } : period,
        condition: candidacies,
        ...paged,
      })
    : await listFacts(tx, selection, {
        section,
        period,
        counted: countOf(countBehind(metric)),
        statuses: rules,
        also: row && factsBehind(row, asked.zone),
        texts: { userId: reader.actor.userId, seesColleagues: isAdminType(reader.actor) },
        ...paged,
      });
  return {
    items: await present(tx, reader, { rows: found.rows, names, rules }),
    count: found.count,
    pages: pagesOf({ page, perPage, count: found.count }),
    zone: asked.zone,
    definition: metricView(metric, language).definition,
  };
}

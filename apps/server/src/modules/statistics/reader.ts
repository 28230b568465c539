import type { StatisticsFilter } from '@headwater/contract/statistics';
import { type Actor, isAdminType, isStaff } from '@headwater/domain/roles';
import {
  addDays,
  comparedDays,
  type Comparison,
  type Days,
  daysIn,
  type Instants,
  instantsOf,
  mostDays,
} from '@headwater/domain/statistics/periods';
import type { Section } from '@headwater/domain/statistics/metrics';
import { wallClock } from '@headwater/domain/time/zone';
import { type Company, findCompany, requireManaged } from '#modules/companies/public.ts';
import { openVacancyIds } from '#modules/vacancies/public.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Selection } from './store/conditions.ts';
import { hasLeftOutGroups, keptTemplates, keptVacancies, listUsers, type Named, ownTemplates } from './store/names.ts';

export type Scope = 'own' | 'company';

export interface Reader {
  actor: Actor;
  company: Company;
  /** Sees the numbers of all colleagues (STC-036, ROLE-064). */
  seesCompany: boolean;
  /** Changes the settings of the company. */
  manages: boolean;
}

/** Staff and account managers reach their companies, everyone else the own one. */
export async function findReader(database: Database, actor: Actor, companyId: number): Promise<Reader> {
  const company = await database.readAsSystem(async (tx) => {
    if (isStaff(actor) || actor.role === 'manager') return requireManaged(tx, actor, companyId);
    return companyId === actor.company.id ? findCompany(tx, companyId) : undefined;
  });
  if (!company) throw new AppError('not_found');
  const manages = isStaff(actor) || actor.role === 'manager' || isAdminType(actor);
  return { actor, company, manages, seesCompany: manages || company.features.public_statistics === true };
}

export function scopeOf({ seesCompany }: Reader, scope: Scope | undefined): Scope {
  if (scope === 'company' && !seesCompany) throw new AppError('statistics_company');
  return scope ?? (seesCompany ? 'company' : 'own');
}

/** Names with the rights of the reader: a private vacancy or template of others has none. */
export interface Names {
  users: ReadonlyMap<number, Named>;
  folders: ReadonlyMap<number, Named>;
  templates: ReadonlyMap<number, Named>;
  openFolders: ReadonlySet<number>;
}

const byId = (rows: readonly Named[]) => new Map(rows.map((row) => [row.id, row]));

export async function readNames(tx: Tx, { actor, company }: Reader, closed: string): Promise<Names> {
  const [users, vacancies, templates] = [
    await listUsers(tx, company.id),
    await keptVacancies(tx, company.id),
    await keptTemplates(tx, company.id),
  ];
  const open = await openVacancyIds(
    tx,
    actor,
    vacancies.map(({ id }) => id),
  );
  const own = await ownTemplates(tx, actor.userId);
  const shown = (row: Named, isOpen: boolean): Named => ({ id: row.id, name: isOpen ? row.name : closed, is_deleted: row.is_deleted });
  return {
    users: byId(users),
    folders: byId(vacancies.map((row) => shown(row, row.exists ? open.has(row.id) : !row.is_private))),
    templates: byId(templates.map((row) => shown(row, !row.is_private || own.has(row.id)))),
    openFolders: open,
  };
}

export interface Asked {
  reader: Reader;
  scope: Scope;
  zone: string;
  days: Days;
  period: Instants;
  selection: Selection;
}

const usualDays = 30;

function daysOf(
  { date_from: asked, date_to: until }: StatisticsFilter,
  { now, zone, days }: { now: Date; zone: string; days: number },
): Days {
  const to = until ?? wallClock(now, zone).slice(0, 10);
  const from = asked ?? addDays(to, 1 - days);
  if (to < from) throw new FieldErrors(until === undefined ? { date_from: 'statistics_future' } : { date_to: 'field_ends_early' });
  if (daysIn({ from, to }) > mostDays) throw new FieldErrors({ date_from: 'statistics_long' });
  return { from, to };
}

const unknownIn = (ids: readonly number[] | undefined, known: ReadonlyMap<number, unknown>) => ids?.some((id) => !known.has(id)) === true;

const chosen = <T>(ids: T[] | undefined) => (ids && ids.length > 0 ? ids : undefined);

interface Asking {
  input: StatisticsFilter;
  now: Date;
  names: Names;
  /** Length of the period if the request names no first day. */
  usual?: number | undefined;
}

/** Resolves a request: days of the zone become half-open instants, and each wrong value is named at its field. */
export async function readAsked(tx: Tx, reader: Reader, { input, now, names, usual = usualDays }: Asking): Promise<Asked> {
  const scope = scopeOf(reader, input.scope);
  const zone = input.zone ?? reader.company.time_zone;
  const days = daysOf(input, { now, zone, days: usual });
  const { users, folders, templates } = input;
  const isOthers = scope === 'own' && users?.some((id) => id !== reader.actor.userId) === true;
  const wrong = {
    ...(unknownIn(users, names.users) || isOthers ? { users: 'statistics_user' as const } : {}),
    ...(unknownIn(folders, names.folders) ? { folders: 'statistics_folder' as const } : {}),
    ...(unknownIn(templates, names.templates) ? { templates: 'statistics_template' as const } : {}),
  };
  if (Object.keys(wrong).length > 0) throw new FieldErrors(wrong);
  return {
    reader,
    scope,
    zone,
    days,
    period: instantsOf(days, zone),
    selection: {
      companyId: reader.company.id,
      leavesOut: scope === 'company' && (await hasLeftOutGroups(tx, reader.company.id)),
      users: scope === 'own' ? [reader.actor.userId] : chosen(users),
      folders: chosen(folders),
      templates: chosen(templates),
    },
  };
}

export const comparedWith = ({ days, zone }: Asked, comparison: Comparison): { days: Days; period: Instants } | undefined => {
  const compared = comparedDays(days, comparison);
  return compared && { days: compared, period: instantsOf(compared, zone) };
};

export const periodView = (days: Days, { from, to }: Instants) => ({
  date_from: days.from,
  date_to: days.to,
  from: from.toISOString(),
  to: to.toISOString(),
});

export const aboutView = (
  { scope, zone, days, period }: Asked,
  { section, now, filled }: { section: Section; now: Date; filled: number },
) => ({
  section,
  scope,
  zone,
  period: periodView(days, period),
  as_of: now.toISOString(),
  filled,
});

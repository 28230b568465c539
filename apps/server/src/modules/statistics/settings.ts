import type { StatisticsSettings, StatisticsSettingsChange } from '@headwater/contract/statistics';
import { metricsOf, type Section } from '@headwater/domain/statistics/metrics';
import { isStaff } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { Reader, Scope } from './reader.ts';
import type { Statuses } from './store/conditions.ts';
import { listStatuses, type StatusRow } from './store/names.ts';
import { findSettings, listLeftOutGroups, saveSettings, setLeftOutGroups, type StoredSettings, unknownGroups } from './store/settings.ts';

const defaults: Omit<StoredSettings, 'left_out_groups'> = {
  table: 'users',
  compare: 'previous',
  days: 30,
  metrics: [],
  hired_statuses: [],
  rejected_statuses: [],
  funnel_statuses: [],
  stuck_days: 14,
};

const ownerOf = ({ company, actor }: Reader, section: Section, scope: Scope) => ({
  companyId: company.id,
  userId: scope === 'own' ? actor.userId : null,
  section,
});

/** Own settings override those of the company. */
async function readSettings(tx: Tx, reader: Reader, { section, scope }: { section: Section; scope: Scope }): Promise<StoredSettings> {
  const ofCompany = await findSettings(tx, ownerOf(reader, section, 'company'));
  const own = scope === 'own' ? await findSettings(tx, ownerOf(reader, section, 'own')) : {};
  return { ...defaults, ...ofCompany, ...own, left_out_groups: await listLeftOutGroups(tx, reader.company.id) };
}

export async function settingsView(tx: Tx, reader: Reader, of: { section: Section; scope: Scope }): Promise<StatisticsSettings> {
  return { ...of, may_edit: of.scope === 'own' || reader.manages, ...(await readSettings(tx, reader, of)) };
}

interface Change {
  section: Section;
  scope: Scope;
  change: StatisticsSettingsChange;
}

/** STC-032: administrators and staff change the settings of a company, everyone the own ones. */
export async function changeSettings(tx: Tx, reader: Reader, { section, scope, change }: Change): Promise<void> {
  if (scope === 'company' && !reader.manages) throw new AppError('statistics_company_settings');
  const { left_out_groups: groups, ...settings } = change;
  if (settings.metrics?.some((id) => !metricsOf(section).includes(id))) throw new FieldErrors({ metrics: 'statistics_metric' });
  const known = new Set((await listStatuses(tx, reader.company.id, reader.actor.language)).map(({ id }) => id));
  for (const field of ['hired_statuses', 'rejected_statuses', 'funnel_statuses'] as const)
    if (settings[field]?.some((id) => !known.has(id))) throw new FieldErrors({ [field]: 'statistics_status' });
  if (groups) {
    if (!isStaff(reader.actor)) throw new FieldErrors({ left_out_groups: 'statistics_groups_staff' });
    if ((await unknownGroups(tx, reader.company.id, groups)).length > 0) throw new FieldErrors({ left_out_groups: 'statistics_group' });
    await setLeftOutGroups(tx, reader.company.id, groups);
  }
  await saveSettings(tx, ownerOf(reader, section, scope), settings);
}

const named = (statuses: readonly StatusRow[], name: string) => {
  const found = new Set(statuses.filter(({ stored }) => stored === name).map(({ id }) => id));
  return statuses.filter(({ id, parent_id: parent }) => found.has(id) || found.has(parent ?? 0)).map(({ id }) => id);
};

export const rejectedOf = (chosen: readonly number[], statuses: readonly StatusRow[]): readonly number[] =>
  chosen.length > 0 ? chosen : named(statuses, 'Rejected');

export interface PipelineRules extends Statuses {
  funnel: readonly StatusRow[];
  statuses: readonly StatusRow[];
  stuckDays: number;
}

/** Ends of a candidacy and steps of the funnel, as the settings say. */
export async function pipelineRules(tx: Tx, reader: Reader, scope: Scope): Promise<PipelineRules> {
  const settings = await readSettings(tx, reader, { section: 'pipeline', scope });
  const statuses = await listStatuses(tx, reader.company.id, reader.actor.language);
  const hired = settings.hired_statuses.length > 0 ? settings.hired_statuses : named(statuses, 'Hired');
  const rejected = rejectedOf(settings.rejected_statuses, statuses);
  const chosen = new Map(settings.funnel_statuses.map((id, place) => [id, place]));
  const funnel =
    chosen.size > 0
      ? statuses.filter(({ id }) => chosen.has(id)).toSorted((one, other) => (chosen.get(one.id) ?? 0) - (chosen.get(other.id) ?? 0))
      : statuses.filter(({ id, is_deleted: isDeleted }) => !isDeleted && !rejected.includes(id));
  return { hired, rejected, funnel, statuses, stuckDays: settings.stuck_days };
}

import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import { publish } from '#platform/events/store.ts';
import { listStatuses } from '#modules/statuses/public.ts';
import type { TableRow } from '#modules/profiles/import/public.ts';
import { addCandidates, firstStatus, requireLockedVacancies, requireVacancy, vacanciesNamed } from '#modules/vacancies/public.ts';
import type { PartWork } from './part-work.ts';

interface Placed {
  row: TableRow;
  profileId: number;
}

const wordsOf = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Statuses of the company by their names and by the choices of the user. */
async function statusesByWords(tx: Tx, { options, actor }: PartWork): Promise<Map<string, number>> {
  const active = (await listStatuses(tx, actor.company.id)).filter((status) => status.is_active);
  const known = new Set(active.map(({ id }) => id));
  const named = active.map((status): [string, number] => [wordsOf(statusName(status, actor.language)), status.id]);
  const chosen = options.statuses
    .filter(({ status }) => known.has(status))
    .map(({ value, status }): [string, number] => [wordsOf(value), status]);
  return new Map([...named, ...chosen]);
}

/** IMP-009: the vacancy that the row names, else the chosen one. */
export async function addToVacancies(tx: Tx, people: readonly Placed[], work: PartWork): Promise<void> {
  const { options, actor, jobId, now } = work;
  const names = [...new Set(people.flatMap(({ row }) => row.extras.vacancy ?? []))];
  const named = names.length > 0 ? await vacanciesNamed(tx, actor, names) : new Map<string, number>();
  const vacancyOf = ({ row }: Placed) => named.get(wordsOf(row.extras.vacancy ?? '')) ?? options.vacancyId;
  const ids = [...new Set(people.flatMap((person) => vacancyOf(person) ?? []))];
  if (ids.length === 0) return;
  await requireLockedVacancies(tx, actor, { ids, right: 'change_candidates' });
  const statuses = await statusesByWords(tx, work);
  for (const vacancyId of ids) {
    const vacancy = await requireVacancy(tx, actor, { id: vacancyId });
    const first = await firstStatus(tx, vacancy, options.statusId ?? undefined);
    const byStatus = new Map<number, Placed[]>();
    for (const person of people.filter((one) => vacancyOf(one) === vacancyId)) {
      const status = statuses.get(wordsOf(person.row.extras.status ?? '')) ?? first;
      byStatus.set(status, [...(byStatus.get(status) ?? []), person]);
    }
    for (const [statusId, own] of byStatus) {
      const profileIds = [...new Set(own.map(({ profileId }) => profileId))];
      await addCandidates(
        tx,
        { companyId: actor.company.id, userId: actor.userId, jobId, now },
        { vacancyId, statusId, profileIds, search: null },
      );
    }
  }
  await publish(tx, { companyId: actor.company.id, topic: 'candidates', ids });
}

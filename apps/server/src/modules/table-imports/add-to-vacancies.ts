import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import { listStatuses } from '#modules/statuses/public.ts';
import type { TableRow } from '#modules/profiles/import/public.ts';
import { addCandidates, firstStatus, requireLockedVacancies, vacanciesNamed } from '#modules/vacancies/public/importing.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import type { PartWork } from './part-work.ts';

interface Placed {
  row: TableRow;
  profileId: number;
}

const wordsOf = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Statuses of the company by their names and by the choices of the user. */
async function activeStatuses(tx: Tx, { options, actor }: PartWork) {
  const active = (await listStatuses(tx, actor.company.id)).filter((status) => status.is_active);
  const known = new Set(active.map(({ id }) => id));
  const named = active.map((status): [string, number] => [wordsOf(statusName(status, actor.language)), status.id]);
  const chosen = options.statuses
    .filter(({ status }) => known.has(status))
    .map(({ value, status }): [string, number] => [wordsOf(value), status]);
  // A status that was deleted since gives way to the first one.
  const statusId = options.statusId !== null && known.has(options.statusId) ? options.statusId : undefined;
  return { byWords: new Map([...named, ...chosen]), statusId };
}

/** False if the vacancy was deleted or withdrawn from the user since: the people are imported without it. */
async function mayFill(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  try {
    await requireLockedVacancies(tx, actor, { ids: [id], right: 'change_candidates' });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** IMP-009: the vacancy that the row names, else the chosen one. */
export async function addToVacancies(tx: Tx, people: readonly Placed[], work: PartWork): Promise<void> {
  const { options, actor, jobId, now } = work;
  const names = [...new Set(people.flatMap(({ row }) => row.extras.vacancy ?? []))];
  const named = names.length > 0 ? await vacanciesNamed(tx, actor, names) : new Map<string, number>();
  const vacancyOf = ({ row }: Placed) => named.get(wordsOf(row.extras.vacancy ?? '')) ?? options.vacancyId;
  const asked = [...new Set(people.flatMap((person) => vacancyOf(person) ?? []))];
  const ids: number[] = [];
  for (const id of asked.toSorted((one, other) => one - other)) if (await mayFill(tx, actor, id)) ids.push(id);
  if (ids.length === 0) return;
  const { byWords, statusId: chosen } = await activeStatuses(tx, work);
  for (const vacancyId of ids) {
    const vacancy = await requireVacancy(tx, actor, { id: vacancyId });
    const first = await firstStatus(tx, vacancy, chosen);
    const byStatus = new Map<number, Placed[]>();
    for (const person of people.filter((one) => vacancyOf(one) === vacancyId)) {
      const status = byWords.get(wordsOf(person.row.extras.status ?? '')) ?? first;
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

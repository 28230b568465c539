import { dayMs } from '@headwater/domain/time/durations';
import type { Actor } from '@headwater/domain/roles';
import { findActor, findUserByEmail } from '#modules/accounts/public.ts';
import { listReasons, listStatuses } from '#modules/statuses/public.ts';
import {
  addToVacancy,
  changeStatuses,
  changeVacancy,
  createVacancy,
  listVacanciesOfProfiles,
  vacancyJobs,
} from '#modules/vacancies/public.ts';
import { type Clock, movableClock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { readFact, saveFact } from '#platform/database/installation-store.ts';
import { FieldErrors } from '#platform/errors.ts';
import { createJobs, type Jobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { findFitting } from './store.ts';
import { demoVacancies } from './vacancies.ts';
import type { DemoVacancy } from './vacancy.ts';
import { timelineOf } from './vacancy-timeline.ts';

export interface InstallVacanciesOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

/** Fact of a created vacancy: its id, or true if the owner already had one of this name. */
export const factOf = ({ key }: DemoVacancy) => `demo_vacancy_${key}`;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

interface Past {
  actor: Actor;
  jobs: Jobs;
  clock: ReturnType<typeof movableClock>;
  now: Date;
}

/** Returns the id, or undefined if the owner already had a vacancy of this name. */
async function open(tx: Tx, { actor, clock, now }: Past, vacancy: DemoVacancy): Promise<number | undefined> {
  const granted = await Promise.all((vacancy.granted ?? []).map((email) => findUserByEmail(tx, email)));
  clock.set(daysBefore(now, vacancy.openedDaysAgo));
  const input = {
    name: vacancy.name,
    company_name: vacancy.client,
    description: vacancy.description,
    location: vacancy.location,
    salary_from: vacancy.salary?.from ?? null,
    salary_to: vacancy.salary?.to ?? null,
    salary_currency: vacancy.salary?.currency ?? null,
    headcount: vacancy.headcount,
    deadline: vacancy.deadlineInDays === undefined ? null : daysBefore(now, -vacancy.deadlineInDays).toISOString().slice(0, 10),
    access_type: vacancy.access,
    granted_users: granted.flatMap((user) => (user?.is_active ? [user.id] : [])),
  };
  try {
    return await createVacancy(tx, actor, { input, now: clock.now() });
  } catch (error) {
    if (error instanceof FieldErrors) return undefined;
    throw error;
  }
}

/** Names of initial reasons, as the comments on rejected people give them. */
const reasons = ['Accepted another offer', 'Salary expectations', 'Location or relocation'] as const;

/** People by the id of their reason; all under undefined without the initial reasons. */
async function byReason(tx: Tx, { actor }: Past, candidates: readonly number[]): Promise<Map<number | undefined, number[]>> {
  const known = new Map((await listReasons(tx, actor.company.id)).map(({ id, name }) => [name, id]));
  const groups = new Map<number | undefined, number[]>();
  for (const id of candidates) {
    const reason = known.get(reasons[id % reasons.length] ?? '');
    groups.set(reason, [...(groups.get(reason) ?? []), id]);
  }
  return groups;
}

async function fill(tx: Tx, past: Past, { vacancy, id }: { vacancy: DemoVacancy; id: number }): Promise<void> {
  const { actor, clock, now } = past;
  const statuses = new Map((await listStatuses(tx, actor.company.id)).flatMap((row) => (row.is_active ? [[row.name, row.id]] : [])));
  const people = await findFitting(tx, vacancy.people);
  for (const { at, status, profiles } of timelineOf(vacancy, people, now)) {
    clock.set(at);
    if (status === undefined) {
      await addToVacancy(tx, past, { folder_id: id, profiles: [...profiles] });
      continue;
    }
    const statusId = statuses.get(status);
    const present = await listVacanciesOfProfiles(tx, actor, profiles);
    const ids = present.flatMap((row) => (row.id === id ? [row.candidate_id] : []));
    if (statusId === undefined) continue;
    const groups = status === 'Rejected' ? await byReason(tx, past, ids) : new Map([[undefined, ids]]);
    const services = { ...past, rejectionStatuses: () => Promise.resolve([statusId]) };
    for (const [reason, some] of groups) await changeStatuses(tx, services, { ids: some, status: statusId, rejection_reason: reason });
  }
}

async function install(tx: Tx, past: Past, vacancy: DemoVacancy): Promise<void> {
  const id = await open(tx, past, vacancy);
  if (id !== undefined) {
    await fill(tx, past, { vacancy, id });
    if (vacancy.closedDaysAgo !== undefined) {
      const now = daysBefore(past.now, vacancy.closedDaysAgo);
      await changeVacancy(tx, past.actor, { input: { id, status: 'closed' }, now });
    }
  }
  await saveFact(tx, factOf(vacancy), { value: id ?? true, savedAt: past.now });
}

export async function installVacancies({ database, clock, log }: InstallVacanciesOptions): Promise<void> {
  const now = clock.now();
  const past = movableClock(now);
  const jobs = createJobs({ database, clock: past, log, definitions: vacancyJobs, findActor });
  for (const vacancy of demoVacancies) {
    const owner = await database.readAsSystem(async (tx) => {
      if (await readFact<number | boolean>(tx, factOf(vacancy))) return undefined;
      const user = await findUserByEmail(tx, vacancy.owner);
      return user && findActor(tx, user.id);
    });
    if (!owner) continue;
    await database.inCompany(owner.company.id, (tx) => install(tx, { actor: owner, jobs, clock: past, now }, vacancy));
  }
}

import { startOfDay, startOfNextDay } from '@headwater/domain/time/zone';
import { type Actor, isHiringManagerLike } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { findCompany } from '#modules/companies/public.ts';
import { raiseNotice } from '#modules/notices/public.ts';
import { findProfile, type ProfileRow } from '../store/read.ts';
import { countOpened, lockQuota, openedSince, recordView } from '../store/contact-quota.ts';

/** Throws 404 if the company sees no such profile, 410 if it was erased. */
export async function requireProfile(tx: Tx, profileId: number): Promise<ProfileRow> {
  const row = await findProfile(tx, profileId);
  if (!row || row.hidden) throw new AppError('profile_not_found');
  if (row.deleted_at) throw new AppError('profile_deleted');
  return row;
}

export type IsCandidateFor = (tx: Tx, actor: Actor, profileId: number) => Promise<boolean>;

/** Hiring managers see only candidates of their vacancies (ROLE-006). */
export async function requireVisibleProfile(
  tx: Tx,
  actor: Actor,
  { profileId, isCandidateFor }: { profileId: number; isCandidateFor: IsCandidateFor },
): Promise<ProfileRow> {
  const row = await requireProfile(tx, profileId);
  if (isHiringManagerLike(actor) && !(await isCandidateFor(tx, actor, profileId))) throw new AppError('profile_not_found');
  return row;
}

/** ACC-022: the day turns at 00:00 Moscow time for companies of region Russia, else at 00:00 UTC. */
export const quotaZone = (region: 'russia' | 'other') => (region === 'russia' ? 'Europe/Moscow' : 'UTC');

async function dayOf(tx: Tx, companyId: number, now: Date) {
  const company = await findCompany(tx, companyId);
  const zone = quotaZone(company?.region ?? 'other');
  return { start: startOfDay(now, zone), end: startOfNextDay(now, zone), limit: company?.profiles_per_day ?? 0 };
}

export async function isDayUsedUp(tx: Tx, companyId: number, now: Date): Promise<boolean> {
  const { start, limit } = await dayOf(tx, companyId, now);
  return (await countOpened(tx, start)) >= limit;
}

/** Counts once a day against the limit of the company (RSLT-023). */
export async function openProfile(
  tx: Tx,
  actor: Actor,
  { profileId, now, referer }: { profileId: number; now: Date; referer: string | null },
): Promise<ProfileRow> {
  const row = await requireProfile(tx, profileId);
  const day = await dayOf(tx, actor.company.id, now);
  if (!(await openedSince(tx, profileId, day.start))) {
    await lockQuota(tx, actor.company.id);
    const known = await openedSince(tx, profileId, day.start);
    const opened = await countOpened(tx, day.start);
    if (!known && opened >= day.limit)
      throw new AppError('limit_exceeded', { seconds: Math.ceil((day.end.getTime() - now.getTime()) / 1000) });
    if (!known && opened + 1 >= day.limit) {
      const person = { companyId: actor.company.id, userId: actor.userId };
      await raiseNotice(tx, { ...person, about: { kind: 'limit', detail: 'profiles' }, key: `profiles:${day.start.toISOString()}`, now });
    }
  }
  await recordView(tx, { companyId: actor.company.id, userId: actor.userId }, { profileId, viewedAt: now, referer });
  return row;
}

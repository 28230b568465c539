import { linkKey } from '@headwater/domain/identity/link';
import { entries } from '@headwater/contract/profile-form';
import { changedFields } from '@headwater/domain/profiles/fragments';
import { readLink, siteLabel } from '@headwater/domain/profiles/links';
import type { Actor } from '@headwater/domain/roles';
import type { Database, Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { insertProfileEntry } from '#modules/audit/public.ts';
import { requireManaged } from '#modules/companies/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { StoredProfile } from '../tables.ts';
import { requireNotBanned } from './banned-links.ts';
import { findMatches, profileOfLink } from './find-matches.ts';
import { fitsName } from './guess-contacts.ts';
import { readShownFragments, saveFragment } from './fragments.ts';
import { requireProfile } from './open-profile.ts';

/** PROF-009: throws 404 if no profile has the link. */
export async function findByLink(tx: Tx, actor: Actor, url: string): Promise<number> {
  const id = await profileOfLink(tx, actor, url);
  if (id === undefined) throw new AppError('profile_not_found');
  return id;
}

/** EXT-004 */
export async function findByLinks(tx: Tx, actor: Actor, { names, links }: { names: readonly string[]; links: readonly string[] }) {
  const { matches } = await findMatches(tx, actor, { contacts: [], links, limit: links.length * 2 });
  return matches
    .map(({ same, ...profile }) => ({
      ...profile,
      links: same.map(({ value }) => value),
      has_name: names.some((name) => fitsName(profile.name, name)),
    }))
    .toSorted((left, right) => Number(right.has_name) - Number(left.has_name));
}

interface OfCompany {
  profileId: number;
  companyId: number;
}

/**
 * PROF-066 to PROF-069: the other company logs the view. Throws 404 if that company does not see
 * the profile or is not the account manager's (ROLE-016).
 */
export const inCompanyOf = <Result>(
  { database, clock, actor }: { database: Database; clock: Clock; actor: Actor },
  { profileId, companyId }: OfCompany,
  work: (tx: Tx, found: { row: Awaited<ReturnType<typeof requireProfile>>; company: { id: number; name: string } }) => Promise<Result>,
) =>
  database.inCompany(companyId, async (tx) => {
    const company = await requireManaged(tx, actor, companyId);
    const row = await requireProfile(tx, profileId);
    await insertProfileEntry(tx, { kind: 'profile_viewed', companyId, userId: actor.userId, profileId, at: clock.now() });
    return work(tx, { row, company: { id: company.id, name: company.name } });
  });

/** PROF-067. */
export async function differenceOf(tx: Tx, profileId: number) {
  const { base, merged } = await readShownFragments(tx, profileId);
  const changed = changedFields<StoredProfile>(base.data, merged.overlay);
  const before = base.data as Partial<Record<string, unknown>>;
  return (Object.keys(changed) as (keyof typeof changed)[]).map((field) => ({
    field,
    old: before[field] ?? null,
    new: changed[field] ?? null,
  }));
}

interface Labels {
  race?: string | null | undefined;
  gender?: string | null | undefined;
}

/** PROF-072. */
export async function saveDiversity(tx: Tx, actor: Actor, { profileId, race, gender }: Labels & { profileId: number }) {
  if (actor.company.isExtCompany) throw new AppError('forbidden');
  const labels = { race: race || null, gender: gender || null };
  await saveFragment(tx, actor, { profileId, change: () => ({ diversity: labels }), source: 'form' });
  return labels;
}

/** PEDT-016, PEDT-017: an existing link changes nothing. */
export async function addLink(tx: Tx, actor: Actor, { profileId, url }: { profileId: number; url: string }) {
  const link = readLink(url);
  if (!link) throw new FieldErrors({ url: 'field_url' });
  if (!(await isVisible(tx, profileId))) throw new FieldErrors({ profile_id: 'profile_not_found' });
  await requireNotBanned(
    tx,
    [url, link.url].map((each) => ({ url: each, field: 'url' })),
  );
  await saveFragment(tx, actor, {
    profileId,
    source: 'link',
    change: ({ links }) => {
      if (links.some((known) => linkKey(known.url) === linkKey(link.url))) return {};
      if (links.length >= entries) throw new FieldErrors({ url: { key: 'field_too_many', parts: { count: entries } } });
      return { links: [...links, link] };
    },
  });
  return { ...link, label: siteLabel(link.domain) };
}

async function isVisible(tx: Tx, profileId: number): Promise<boolean> {
  try {
    await requireProfile(tx, profileId);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

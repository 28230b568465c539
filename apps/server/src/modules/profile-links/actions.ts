import { timingSafeEqual } from 'node:crypto';
import { type SharedProfile, sharedProfile } from '@headwater/contract/profile-links';
import { mayAccess } from '@headwater/domain/access';
import { withoutContacts } from '@headwater/domain/profiles/without-contacts';
import type { Permissions } from '@headwater/domain/permission-flags';
import { type Actor, isAdminType } from '@headwater/domain/roles';
import { dayMs } from '@headwater/domain/time/durations';
import type { Database, Tx } from '#platform/database/database.ts';
import { hashToken, makeToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import { findActor, findUser } from '#modules/accounts/public.ts';
import { findCompany, licenseOf } from '#modules/companies/public.ts';
import { findBase, presentProfile, type ProfileRow, requireProfile } from '#modules/profiles/public.ts';
import { countOpening, findLink, findOpenLink, insertLink, revokeLink } from './store.ts';

interface OpenInput {
  profileId: number;
  hash: string;
  language: Actor['language'];
  now: Date;
}

const seenByVisitors: Permissions = {
  personal_info: true,
  contacts: false,
  tags: false,
  resumes: false,
  change_candidate: false,
  comments: false,
  export_csv: false,
  export_ats: false,
  messaging_info: false,
  messaging_messages: false,
};

const redacted = <Text extends string | null | undefined>(text: Text) => (text ? withoutContacts(text) : text);

/** Free texts often contain contact data. */
function redact(row: ProfileRow, data: ProfileRow['data']): ProfileRow {
  const positions = data.positions.map((position) => ({ ...position, description: redacted(position.description) }));
  return { ...row, data: { ...data, positions, about: redacted(data.about), headline: redacted(data.headline) } };
}

/** Throws link_not_found unless the maker may still share and the company has a license. */
async function requireMaker(tx: Tx, link: { company_id: number; created_by: number | null }, now: Date) {
  const company = await findCompany(tx, link.company_id);
  const [actor, maker] = link.created_by === null ? [] : [await findActor(tx, link.created_by), await findUser(tx, link.created_by)];
  const mayShare = actor && mayAccess('search', actor) && actor.permissions.personal_info;
  if (!maker || !mayShare || !company || licenseOf(company, now) !== 'active') throw new AppError('link_not_found');
  return { maker, company };
}

/** PEDT-026 to PEDT-029. Shows common profiles without the company’s edits. */
export async function openLink(database: Database, { profileId, hash, language, now }: OpenInput): Promise<SharedProfile> {
  const tokenHash = hashToken(hash);
  const link = await database.asSystem((tx) => findOpenLink(tx, { profileId, tokenHash, now }));
  if (!link || !timingSafeEqual(link.token_hash, tokenHash)) throw new AppError('link_not_found');
  return database.inCompany(link.company_id, async (tx) => {
    const { maker, company } = await requireMaker(tx, link, now);
    const row = await requireProfile(tx, link.profile_id);
    const found = row.company_id === null ? await findBase(tx, row.id) : undefined;
    await countOpening(tx, link.id, now);
    const shown = redact(row, found?.data ?? row.data);
    const viewer = { permissions: seenByVisitors, language, company: { isExtCompany: true } };
    const view = presentProfile({ row: shown, contacts: [], opened: false, tags: [], fragments: [], now }, viewer);
    return sharedProfile.parse({
      ...view,
      shared_by: { name: `${maker.first_name} ${maker.last_name}`.trim(), company: company.name },
      expires_at: link.expires_at.toISOString(),
    });
  });
}

/** Returns the only copy of the link. */
export async function shareProfile(tx: Tx, actor: Actor, { profileId, days, now }: { profileId: number; days: number; now: Date }) {
  await requireProfile(tx, profileId);
  if (!actor.permissions.personal_info) throw new AppError('forbidden');
  const { value, hash } = makeToken();
  const expiresAt = new Date(now.getTime() + days * dayMs);
  const { id } = await insertLink(tx, {
    companyId: actor.company.id,
    userId: actor.userId,
    profileId,
    tokenHash: hash,
    now,
    expiresAt,
  });
  return { id, hash: value, expiresAt };
}

export const mayRevoke = (actor: Actor, { created_by: maker }: { created_by: number | null }) =>
  maker === actor.userId || isAdminType(actor);

export async function closeLink(tx: Tx, actor: Actor, { linkId, now }: { linkId: number; now: Date }): Promise<void> {
  const link = await findLink(tx, linkId);
  if (!link) throw new AppError('not_found');
  if (!mayRevoke(actor, link)) throw new AppError('forbidden');
  await revokeLink(tx, linkId, now);
}

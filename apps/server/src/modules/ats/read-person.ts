import type { Actor } from '@headwater/domain/roles';
import { sortByRecency } from '@headwater/domain/profiles/careers';
import type { PersonToSend } from '#modules/connections/public.ts';
import { type FileRow, listAttached } from '#modules/files/public.ts';
import { findWhole, partsOf, visibleProfileIds } from '#modules/profiles/public.ts';
import { readableContacts } from '#modules/profiles/public/contacts.ts';
import type { Tx } from '#platform/database/database.ts';

export interface SendablePerson {
  person: PersonToSend;
  /** The newest one. */
  resume: Pick<FileRow, 'id' | 'filename' | 'media_type'> | undefined;
}

/** A vendor limits the values of a person. */
const most = 10;

/** Data that the actor may read. Undefined: no such person. */
export async function readPerson(tx: Tx, actor: Actor, profileId: number): Promise<SendablePerson | undefined> {
  if (!(await visibleProfileIds(tx, [profileId])).has(profileId)) return undefined;
  const [profile] = await findWhole(tx, [profileId]);
  if (!profile) return undefined;
  const { data } = profile;
  const contacts = (await readableContacts(tx, actor, { profileIds: [profileId], types: ['email', 'phone', 'link'] })).get(profileId) ?? [];
  const valuesOf = (type: 'email' | 'phone' | 'link') => contacts.filter((contact) => contact.type === type).map(({ value }) => value);
  const latest = sortByRecency(data.positions)[0];
  const resumes = actor.permissions.resumes ? await listAttached(tx, 'profile', [profileId, ...(await partsOf(tx, [profileId]))]) : [];
  return {
    person: {
      key: String(profileId),
      firstName: data.first_name,
      lastName: data.last_name,
      title: latest?.title ?? data.headline ?? null,
      company: latest?.company ?? null,
      emails: valuesOf('email').slice(0, most),
      phones: valuesOf('phone').slice(0, most),
      links: [...new Set([...data.links.map(({ url }) => url), ...valuesOf('link')])].slice(0, most),
    },
    resume: resumes[0],
  };
}

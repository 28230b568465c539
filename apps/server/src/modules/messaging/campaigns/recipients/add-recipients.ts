import { mayAccess } from '@headwater/domain/access';
import { mailboxKey } from '@headwater/domain/identity/email';
import { normaliseAddress } from '@headwater/domain/mail/address';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { addressesOf, type KnownAddress } from '#modules/profiles/public/addresses.ts';
import { openContactsOf, requireOpenings } from '#modules/profiles/public/contacts.ts';
import { visibleProfileIds } from '#modules/profiles/public.ts';
import { candidatesForMailing } from '#modules/vacancies/public.ts';
import type { Channels } from '../channel-port.ts';
import { announceMailing } from '../services.ts';
import type { MailingRow } from '../store/mailings.ts';
import { addRecipients, beginByMessenger, type NewRecipient } from '../store/recipients.ts';
import { listSteps } from '../store/steps.ts';
import { learnAddresses } from './learn-addresses.ts';
import { usesMessenger, waysByMessenger, whomOf } from './reach.ts';
import { onePerAddress } from './one-per-address.ts';

export interface AddInput {
  candidate_ids: readonly number[];
  profile_ids: readonly number[];
  source?: 'vacancy' | 'search' | 'profile' | undefined;
  open_contacts: boolean;
  jobId?: number;
  now: Date;
}

export interface Added {
  added_candidate_ids: number[];
  added_profile_ids: number[];
  skipped: number;
  without_email: number;
  opened_contacts: number;
}

interface Put extends Added {
  addresses: string[];
  contact_limit_reached: boolean;
}

async function peopleOf(tx: Tx, actor: Actor, { input, folderId }: { input: AddInput; folderId: number | null }) {
  const candidates = await candidatesForMailing(tx, actor, { ids: input.candidate_ids, profileIds: input.profile_ids, folderId });
  const known = await visibleProfileIds(tx, input.profile_ids);
  const people = new Map<number, number | null>();
  for (const profileId of input.profile_ids) if (known.has(profileId)) people.set(profileId, null);
  for (const { id, profileId } of candidates) people.set(profileId, id);
  return people;
}

/** Profiles that store closed addresses of these people. */
const closedParts = (profileIds: readonly number[], addresses: ReadonlyMap<number, KnownAddress>): number[] =>
  profileIds.flatMap((id) => {
    const address = addresses.get(id);
    return address?.isUsable === false ? address.storedAt : [];
  });

interface Putting {
  mailing: MailingRow;
  input: AddInput;
  channels?: Channels | undefined;
}

/** In a running sequence, activates people without an address whom the messenger reaches. */
async function beginWithoutAddress(
  tx: Tx,
  actor: Actor,
  {
    mailing,
    channels,
    people,
    now,
  }: Pick<Putting, 'mailing' | 'channels'> & { people: readonly { id: number; profile_id: number }[]; now: Date },
): Promise<void> {
  if (!channels || people.length === 0 || mailing.type !== 'sequence' || mailing.status !== 'sending') return;
  const steps = await listSteps(tx, [mailing.id]);
  if (!usesMessenger(steps)) return;
  const addressless = people.map((one) => ({ ...one, email: '', email_problem: null }));
  const whom = { ...whomOf(actor, mailing), people: addressless, now };
  const reached = [...(await waysByMessenger(tx, { channels }, { steps, whom })).keys()];
  if (reached.length > 0) await beginByMessenger(tx, reached, now);
}

/** ROLE-012. Adding to a running sequence sends messages and needs the right to launch it. */
export function requireMayAdd(actor: Actor, { type, status }: Pick<MailingRow, 'type' | 'status'>): void {
  if (type === 'sequence' && status === 'sending' && !mayAccess('sequence_launch', actor)) throw new AppError('forbidden');
}

/** MAIL-042, SEQ-031: skips ids that the actor may not see, like unknown ones. */
export async function putIntoMailing(tx: Tx, actor: Actor, { mailing, input, channels }: Putting): Promise<Put> {
  requireMayAdd(actor, mailing);
  const people = await peopleOf(tx, actor, { input, folderId: mailing.folder_id });
  const profileIds = [...people.keys()];
  let addresses = await addressesOf(tx, actor, profileIds);
  const profilesToOpen = input.open_contacts ? closedParts(profileIds, addresses) : [];
  const { opened, quotaUsed } = await openContactsOf(tx, actor, { profileIds: profilesToOpen, now: input.now });
  if (opened > 0) addresses = await addressesOf(tx, actor, profileIds);
  const known = [...people].map(([profileId, candidateId]): NewRecipient => {
    const address = addresses.get(profileId);
    const email = address?.isUsable ? (normaliseAddress(address.email) ?? '') : '';
    const emailProblem = email ? null : address && !address.isUsable ? 'contacts_closed' : 'none';
    const needsOpening = email !== '' && address?.needsOpening === true;
    return { profileId, candidateId, email, emailKey: email && mailboxKey(email), needsOpening, emailProblem };
  });
  const { taken } = await onePerAddress(tx, mailing.id, { actor, people: known });
  const recipients = known.map((one): NewRecipient =>
    taken.has(one) ? { ...one, email: '', emailKey: '', needsOpening: false, emailProblem: 'same_address' } : one,
  );
  const added = await addRecipients(
    tx,
    {
      companyId: mailing.company_id,
      mailingId: mailing.id,
      userId: actor.userId,
      source: input.source ?? (input.candidate_ids.length > 0 ? 'vacancy' : 'search'),
      jobId: input.jobId ?? null,
      now: input.now,
      // SEQ-031: a running sequence writes to new recipients; a mailing list waits for its next
      // launch.
      active: mailing.type === 'sequence' && mailing.status === 'sending',
    },
    recipients,
  );
  if (opened > 0 && added.length < recipients.length) await learnAddresses(tx, actor, { mailing, now: input.now, begins: true });
  const emails = new Map(recipients.map(({ profileId, email }) => [profileId, email]));
  const reachable = added.flatMap((row) => emails.get(row.profile_id) || []);
  const addressless = added.filter((row) => !emails.get(row.profile_id));
  await beginWithoutAddress(tx, actor, { mailing, channels, people: addressless, now: input.now });
  await announceMailing(tx, actor.company.id, [mailing.id]);
  return {
    added_candidate_ids: added.flatMap((row) => row.candidate_id ?? []),
    added_profile_ids: added.map((row) => row.profile_id),
    skipped: recipients.length - added.length,
    without_email: added.length - reachable.length,
    opened_contacts: opened,
    contact_limit_reached: quotaUsed,
    addresses: reachable,
  };
}

async function closedAmong(tx: Tx, actor: Actor, { mailing, input }: { mailing: MailingRow; input: AddInput }): Promise<number[]> {
  const people = [...(await peopleOf(tx, actor, { input, folderId: mailing.folder_id })).keys()];
  return closedParts(people, await addressesOf(tx, actor, people));
}

/** CONT-023. Throws opening_limit if the quota does not cover all contacts to open. */
export async function requireOpeningsFor(tx: Tx, actor: Actor, what: { mailing: MailingRow; input: AddInput }): Promise<void> {
  if (!what.input.open_contacts) return;
  await requireOpenings(tx, actor, { profileIds: await closedAmong(tx, actor, what), now: what.input.now });
}

/** Throws opening_limit before any addition if the quota does not cover all contacts to open. */
export async function addToMailing(tx: Tx, actor: Actor, what: Putting): Promise<Added> {
  await requireOpeningsFor(tx, actor, what);
  const { addresses: _addresses, contact_limit_reached: _limit, ...added } = await putIntoMailing(tx, actor, what);
  return added;
}

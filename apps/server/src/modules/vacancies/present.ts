import type { CandidateView } from '@headwater/contract/candidates';
import type { RejectionReason } from '@headwater/contract/rejection-reasons';
import type { StatusBadge } from '@headwater/contract/statuses';
import type { VacancyView } from '@headwater/contract/vacancies';
import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';
import { rightsOf } from '@headwater/domain/vacancies/access';
import { reasonName } from '@headwater/domain/vacancies/rejection-reasons';
import { statusName } from '@headwater/domain/vacancies/statuses';
import type { Tx } from '#platform/database/database.ts';
import { findProfileCards, type ProfileCard } from '#modules/profiles/public.ts';
import { findReasons, listStatuses } from '#modules/statuses/public.ts';
import { plainFieldsOf } from './plain-fields.ts';
import type { RejectionStatuses } from './actions/change-candidates.ts';
import { peopleOf } from './actions/require-vacancy.ts';
import type { CandidateRow } from './store/candidates.ts';
import { countByStatus, countComments, countViewed, findStatusTimes } from './store/counts.ts';
import { newestFitNotes, type NewestFitNoteRow } from './store/fits.ts';
import { findPeople, listMembers, type Member, type Person } from './store/members.ts';
import type { VacancyRow } from './store/vacancies.ts';

/** Deleted accounts have empty names. */
const personOr = (people: ReadonlyMap<number, Person>, id: number): Person => people.get(id) ?? { id, first_name: '', last_name: '' };
const plainPerson = ({ id, first_name, last_name }: Person): Person => ({ id, first_name, last_name });
const plainMember = (member: Member) => ({ ...plainPerson(member), is_former: member.is_former });

export type MailingListsOf = (
  tx: Tx,
  actor: Actor,
  vacancyIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly { id: number; name: string }[]>>;

export async function presentVacancies(
  tx: Tx,
  { actor, mailingListsOf, rejectionStatuses }: { actor: Actor; mailingListsOf: MailingListsOf; rejectionStatuses: RejectionStatuses },
  rows: readonly VacancyRow[],
): Promise<VacancyView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const members = await listMembers(tx, ids);
  const creators = await findPeople(
    tx,
    rows.map((row) => row.created_by),
  );
  const statuses = await listStatuses(tx, actor.company.id);
  const rejections = new Set(await rejectionStatuses(tx, actor));
  const counts = await countByStatus(tx, ids);
  const viewed = await countViewed(tx, ids);
  const lists = await mailingListsOf(tx, actor, ids);
  return rows.map((row) => {
    const own = counts.filter((entry) => entry.vacancy_id === row.id);
    const countOf = new Map(own.map((entry) => [entry.status_id, entry.count]));
    const offered = new Set(row.status_ids);
    const people = members.filter((member) => member.vacancy_id === row.id);
    return {
      id: row.id,
      ...plainFieldsOf(row),
      status: row.status,
      created_by: plainPerson(personOr(creators, row.created_by)),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      assignees: people.filter((member) => member.kind === 'assignee').map(plainMember),
      granted_users: people.filter((member) => member.kind === 'granted').map(plainMember),
      statuses: statuses
        .filter((status) => (offered.has(status.id) && status.is_active) || countOf.has(status.id))
        .map((status) => ({
          id: status.id,
          name: statusName(status, actor.language),
          color: status.color,
          is_active: status.is_active,
          candidates_count: countOf.get(status.id) ?? 0,
          is_rejection: rejections.has(status.id),
        })),
      candidates_count: own.reduce((sum, entry) => sum + entry.count, 0),
      mailing_lists: [...(lists.get(row.id) ?? [])],
      viewed_profiles_count: viewed.get(row.id) ?? 0,
      permissions: rightsOf(actor, peopleOf(row, members)),
    };
  });
}

/** The last message by any channel. */
interface CandidateMessaging {
  status: string;
  /** Time of the status; null before the message is sent. */
  at: Date | null;
  count: number;
  mailingListId: number | null;
  channel: NonNullable<CandidateView['messaging_channel']>;
  dialogId: number | null;
}

export type MessagingOf = (tx: Tx, actor: Actor, candidateIds: readonly number[]) => Promise<ReadonlyMap<number, CandidateMessaging>>;

const presentCard = (card: ProfileCard): CandidateView['profile'] => ({
  id: card.id,
  name: card.name,
  picture: card.picture,
  headline: card.headline,
  title: card.title,
  company: card.company,
  since: card.since,
  until: card.until,
  city: card.city,
  country: card.country,
  contact_types: card.contact_types,
  likely_to_respond: card.likely_to_respond,
});

type StatusColumns = Pick<CandidateRow, 'status_id' | 'status_name' | 'status_is_default' | 'status_color'>;

export const presentBadge = (row: StatusColumns, { language }: Pick<Actor, 'language'>): StatusBadge => ({
  id: row.status_id,
  name: statusName({ name: row.status_name, isDefault: row.status_is_default }, language),
  color: row.status_color,
});

async function reasonsOf(tx: Tx, rows: readonly CandidateRow[], { language }: Pick<Actor, 'language'>) {
  const ids = rows.flatMap(({ rejection_reason_id: id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return new Map<number, RejectionReason>();
  return new Map((await findReasons(tx, ids)).map((row) => [row.id, { id: row.id, name: reasonName(row, language) }]));
}

function fitOf(fits: readonly NewestFitNoteRow[], profileId: number): CandidateView['fit'] {
  const fit = fits.find((note) => note.profile_id === profileId);
  return fit ? { verdict: fit.verdict, text: fit.text } : null;
}

export async function presentCandidates(
  tx: Tx,
  { actor, messagingOf }: { actor: Actor; messagingOf: MessagingOf },
  rows: readonly CandidateRow[],
): Promise<CandidateView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const { permissions } = actor;
  const profileIds = rows.map((row) => row.profile_id);
  const cards = new Map((await findProfileCards(tx, profileIds, actor)).map((card) => [card.id, card]));
  const people = await findPeople(
    tx,
    rows.flatMap((row) => [row.created_by, row.vacancy_created_by]),
  );
  const reasons = await reasonsOf(tx, rows, actor);
  const givenAt = await findStatusTimes(tx, ids);
  const comments = permissions.comments ? await countComments(tx, ids) : new Map<number, number>();
  const fits = mayAccess('search', actor) ? (await newestFitNotes(profileIds).execute(tx)).rows : [];
  const messaging = permissions.messaging_info ? await messagingOf(tx, actor, ids) : new Map<number, CandidateMessaging>();
  return rows.flatMap((row) => {
    const card = cards.get(row.profile_id);
    if (!card) return [];
    const written = messaging.get(row.id);
    return {
      id: row.id,
      profile: presentCard(card),
      folder: { id: row.vacancy_id, name: row.vacancy_name, created_by: plainPerson(personOr(people, row.vacancy_created_by)) },
      status: presentBadge(row, actor),
      status_since: (givenAt.get(row.id) ?? row.created_at).toISOString(),
      rejection_reason: reasons.get(row.rejection_reason_id ?? 0) ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      created_by: plainPerson(personOr(people, row.created_by)),
      comments: comments.get(row.id) ?? 0,
      fit: fitOf(fits, row.profile_id),
      recipients_count: written?.count ?? 0,
      messaging_status: written?.status ?? null,
      messaging_at: written?.at?.toISOString() ?? null,
      messaging_channel: written?.channel ?? null,
      dialog_id: written?.dialogId ?? null,
      mailing_list_id: written?.mailingListId ?? null,
      search_query: row.search_query,
    };
  });
}

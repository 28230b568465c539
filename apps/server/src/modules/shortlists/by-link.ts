import { timingSafeEqual } from 'node:crypto';
import { type OpenedCandidate, openedCandidate, type OpenedShortlist } from '@headwater/contract/shortlists';
import { mayAccess } from '@headwater/domain/access';
import type { Permissions } from '@headwater/domain/permission-flags';
import { withoutContacts } from '@headwater/domain/profiles/without-contacts';
import type { Actor } from '@headwater/domain/roles';
import type { ReviewDecision } from '@headwater/domain/vacancies/shortlists';
import { actingAs } from '#platform/database/acting.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import { findActor, findUser } from '#modules/accounts/public.ts';
import { findCompany, licenseOf } from '#modules/companies/public.ts';
import { presentProfile, type ProfileRow, requireProfile } from '#modules/profiles/public.ts';
import { viewContacts } from '#modules/profiles/public/contacts.ts';
import { requireVacancy } from '#modules/vacancies/public.ts';
import { recordReview } from './actions.ts';
import { countOpening, findOpenLink, type OpenLink } from './store/links.ts';
import { peopleOf } from './present.ts';
import { listCandidateComments, listReviews, listShortlisted, listTagNames, type ReviewRow } from './store/shortlists.ts';

export interface Visit {
  hash: string;
  language: Actor['language'];
  address: string;
  now: Date;
}

/** Parts of profiles outside the sections of hiring managers. */
const never = { change_candidate: false, export_csv: false, export_ats: false, messaging_info: false, messaging_messages: false };

interface Opened {
  link: OpenLink;
  creator: Actor;
  sharedBy: { name: string; company: string };
  reader: Pick<Actor, 'language'> & { permissions: Permissions; company: { isExtCompany: boolean } };
}

/** Throws link_not_found unless the creator may still share the vacancy and the company has a license. */
async function requireShared(tx: Tx, link: OpenLink, { language, now }: Visit): Promise<Opened> {
  const gone = new AppError('link_not_found');
  const company = await findCompany(tx, link.company_id);
  if (link.created_by === null || !company || licenseOf(company, now) !== 'active') throw gone;
  const [creator, user] = [await findActor(tx, link.created_by), await findUser(tx, link.created_by)];
  if (!creator || !user || !mayAccess('edit_vacancies', creator)) throw gone;
  await requireVacancy(tx, creator, { id: link.vacancy_id, right: 'change_candidates' }).catch((error: unknown) => {
    throw error instanceof AppError ? gone : error;
  });
  return {
    link,
    creator,
    sharedBy: { name: `${user.first_name} ${user.last_name}`.trim(), company: company.name },
    reader: { language, permissions: { ...company.hm_display_sections, ...never }, company: { isExtCompany: true } },
  };
}

async function inLink<Result>(database: Database, visit: Visit, work: (tx: Tx, opened: Opened) => Promise<Result>): Promise<Result> {
  const tokenHash = hashToken(visit.hash);
  const link = await database.asSystem((tx) => findOpenLink(tx, tokenHash, visit.now));
  if (!link || !timingSafeEqual(link.token_hash, tokenHash)) throw new AppError('link_not_found');
  // The audit log does not name the user of another session in the same browser.
  return actingAs({ address: visit.address }, () =>
    database.inCompany(link.company_id, async (tx) => work(tx, await requireShared(tx, link, visit))),
  );
}

const presentOwn = (reviews: readonly ReviewRow[], { linkId, candidateId }: { linkId: number; candidateId: number }) => {
  const own = reviews.find((review) => review.link_id === linkId && review.candidate_id === candidateId);
  return own ? { decision: own.decision, comment: own.comment } : null;
};

export const openShortlist = (database: Database, visit: Visit): Promise<OpenedShortlist> =>
  inLink(database, visit, async (tx, { link, sharedBy, reader, creator }) => {
    const vacancy = await requireVacancy(tx, creator, { id: link.vacancy_id });
    const rows = await listShortlisted(tx, { vacancyIds: [link.vacancy_id] });
    const people = await peopleOf(tx, rows, reader);
    const reviews = await listReviews(
      tx,
      rows.map(({ id }) => id),
    );
    await countOpening(tx, link.id, visit.now);
    return {
      vacancy: vacancy.name,
      reviewer: link.reviewer,
      shared_by: sharedBy,
      expires_at: link.expires_at.toISOString(),
      candidates: rows.flatMap((row) => {
        const profile = people.get(row.profile_id);
        if (!profile) return [];
        const { id: _id, picture: _picture, ...shown } = profile;
        const headline = reader.permissions.contacts ? shown.headline : redacted(shown.headline);
        return { id: row.id, profile: { ...shown, headline }, review: presentOwn(reviews, { linkId: link.id, candidateId: row.id }) };
      }),
    };
  });

async function requireListed(tx: Tx, { vacancy_id: vacancyId }: OpenLink, candidateId: number) {
  const [row] = await listShortlisted(tx, { vacancyIds: [vacancyId], candidateId });
  if (!row) throw new AppError('not_found');
  return row;
}

const redacted = <Text extends string | null | undefined>(text: Text) => (text ? withoutContacts(text) : text);

/** Free texts often contain contact data. */
function redact(row: ProfileRow): ProfileRow {
  const { data } = row;
  const positions = data.positions.map((position) => ({ ...position, description: redacted(position.description) }));
  return { ...row, data: { ...data, positions, about: redacted(data.about), headline: redacted(data.headline) } };
}

export const openCandidate = (database: Database, { candidateId, ...visit }: Visit & { candidateId: number }): Promise<OpenedCandidate> =>
  inLink(database, visit, async (tx, { link, creator, reader }) => {
    const { permissions } = reader;
    const row = await requireListed(tx, link, candidateId);
    const profile = await requireProfile(tx, row.profile_id);
    const contacts = permissions.contacts ? (await viewContacts(tx, creator, row.profile_id)).rows.filter(({ isOpen }) => isOpen) : [];
    const parts = { row: permissions.contacts ? profile : redact(profile), opened: false, tags: [], fragments: [], now: visit.now };
    const view = presentProfile({ ...parts, contacts }, reader);
    const comments = permissions.comments ? await listCandidateComments(tx, candidateId) : [];
    // Parsing removes the parts of a profile that visitors do not see.
    return openedCandidate.parse({
      id: candidateId,
      profile: {
        ...view,
        // Links of a person are contacts too.
        display_links: permissions.contacts ? view.display_links : [],
        tags: permissions.tags ? await listTagNames(tx, row.profile_id) : [],
        comments: comments.map(({ text, ...comment }) => ({
          ...comment,
          text: permissions.contacts ? text : withoutContacts(text),
          at: comment.at.toISOString(),
        })),
      },
      review: presentOwn(await listReviews(tx, [candidateId]), { linkId: link.id, candidateId }),
    });
  });

interface GivenReview {
  candidateId: number;
  decision: ReviewDecision;
  comment: string;
}

export const reviewByLink = (database: Database, { candidateId, decision, comment, ...visit }: Visit & GivenReview) =>
  inLink(database, visit, async (tx, { link }) => {
    const row = await requireListed(tx, link, candidateId);
    const review = { reviewer: { linkId: link.id }, decision, comment, now: visit.now };
    await recordReview(tx, { row, review, name: link.reviewer, companyId: link.company_id, linkCreator: link.created_by });
    return { decision, comment };
  });

import { linkDays } from '@headwater/domain/profiles/link-days';
import { maxShortlist, reviewDecisions } from '@headwater/domain/vacancies/shortlists';
import { z } from 'zod';
import { profileView, shownContact } from './profiles.ts';
import { sharedProfile } from './profile-links.ts';
import { route } from './route.ts';
import { id, moment, name, optionalText } from './validation.ts';

const review = z.object({
  id: z.number(),
  /** Name of the user, or the name that the link was made for. */
  reviewer: z.string(),
  is_own: z.boolean(),
  is_by_link: z.boolean(),
  decision: z.enum(reviewDecisions),
  /** Empty also where the reader may not see comments (ROLE-047). */
  comment: z.string(),
  reviewed_at: moment,
});
export type ReviewView = z.infer<typeof review>;

const person = z.object({
  id: z.number(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  headline: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
});

const shortlisted = z.object({
  /** Id of the candidate. */
  id: z.number(),
  profile: person,
  folder: z.object({ id: z.number(), name: z.string() }),
  added_at: moment,
  added_by: z.string().nullable(),
  reviews: z.array(review),
});
export type ShortlistedView = z.infer<typeof shortlisted>;

const link = z.object({
  id: z.number(),
  reviewer: z.string(),
  created_by: z.string().nullable(),
  created_at: moment,
  expires_at: moment,
  opened_count: z.number().int(),
  opened_at: moment.nullable(),
  may_revoke: z.boolean(),
});
export type ShortlistLinkView = z.infer<typeof link>;

const shortlist = z.object({
  folder: z.object({ id: z.number(), name: z.string() }),
  candidates: z.array(shortlisted),
  /** Open links; empty for those who may not share. */
  links: z.array(link),
  may_edit: z.boolean(),
});
export type ShortlistView = z.infer<typeof shortlist>;

const ownReview = z.object({ decision: z.enum(reviewDecisions), comment: z.string() }).nullable();

/** Seen by link, within the sections of hiring managers (ROLE-043 to ROLE-048). */
const openedShortlist = z.object({
  vacancy: z.string(),
  reviewer: z.string(),
  shared_by: z.object({ name: z.string(), company: z.string() }),
  expires_at: moment,
  candidates: z.array(z.object({ id: z.number(), profile: person.omit({ id: true, picture: true }), review: ownReview })),
});
export type OpenedShortlist = z.infer<typeof openedShortlist>;

export const openedCandidate = z.object({
  id: z.number(),
  profile: sharedProfile.omit({ shared_by: true, expires_at: true }).extend({
    contacts: z.array(shownContact.pick({ type: true, value: true })),
    display_links: profileView.shape.display_links,
    tags: z.array(z.string()),
    comments: z.array(z.object({ text: z.string(), author: z.string(), at: moment })),
  }),
  review: ownReview,
});
export type OpenedCandidate = z.infer<typeof openedCandidate>;

const given = { decision: z.enum(reviewDecisions), comment: optionalText(5000).default('') };
const example = { decision: 'approved', comment: 'Invite' };
const hash = z.coerce.string().max(255);
const ids = z.array(id).min(1).max(maxShortlist);
const ofVacancy = { path: '/api/v6/folders/{id}/shortlist/', targets: { id: 'vacancy' } } as const;
const byLink = { access: 'public', targets: { hash: 'shortlist_link', id: 'shortlisted_candidate' } } as const;

/** PPL-003 */
export const shortlists = {
  ofVacancy: route({ method: 'GET', summary: 'Short list of a vacancy with its reviews', access: 'vacancies', ...ofVacancy })
    .input(z.object({ id }))
    .output(shortlist),
  ofProfile: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/shortlists/',
    summary: 'Short lists with a person, in vacancies that the user sees',
    access: 'vacancies',
    targets: { id: 'profile' },
  })
    .input(z.object({ id }))
    .output(z.object({ candidates: z.array(shortlisted) })),
  add: route({
    method: 'POST',
    summary: 'Add candidates of a vacancy to its short list and notify its hiring managers',
    access: 'edit_vacancies',
    example: { ids: ['{candidate}'] },
    ...ofVacancy,
  })
    .input(z.object({ id, ids }))
    .output(z.object({ count: z.number().int() })),
  remove: route({
    method: 'DELETE',
    summary: 'Remove candidates from the short list of a vacancy',
    access: 'edit_vacancies',
    example: { ids: ['{candidate}'] },
    ...ofVacancy,
  })
    .input(z.object({ id, ids }))
    .output(z.object({ count: z.number().int() })),
  review: route({
    method: 'POST',
    path: '/api/v6/candidates/{id}/review/',
    summary: 'Approve or reject a candidate of a short list; does not change the status',
    access: 'vacancies',
    targets: { id: 'shortlisted_candidate' },
    example,
  })
    .input(z.object({ id, ...given }))
    .output(review),
  addLink: route({
    method: 'POST',
    path: '/api/v6/folders/{id}/shortlist/links/',
    summary: 'Create a link for a reviewer without an account; its hash is returned only here',
    access: 'edit_vacancies',
    targets: { id: 'vacancy' },
    example: { reviewer: 'Olga Petrova', days: 7 },
  })
    .input(z.object({ id, reviewer: name(100), days: z.literal([...linkDays]).default(7) }))
    .output(z.object({ id: z.number(), hash: z.string(), url: z.string(), expires_at: moment })),
  revokeLink: route({
    method: 'DELETE',
    path: '/api/v6/shortlist_links/{id}/',
    summary: 'Revoke an own link, or as an admin any of the company',
    access: 'edit_vacancies',
    targets: { id: 'shortlist_link' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
  revokeLinks: route({
    method: 'DELETE',
    path: '/api/v6/folders/{id}/shortlist/links/',
    summary: 'Revoke the own links of a vacancy, or as an admin all of them',
    access: 'edit_vacancies',
    targets: { id: 'vacancy' },
  })
    .input(z.object({ id }))
    .output(z.object({ count: z.number().int() })),
  open: route({
    method: 'GET',
    path: '/api/shortlists/{hash}/',
    summary: 'Short list of a link, for visitors',
    ...byLink,
    targets: { hash: 'shortlist_link' },
  })
    .input(z.object({ hash }))
    .output(openedShortlist),
  openCandidate: route({
    method: 'GET',
    path: '/api/shortlists/{hash}/candidates/{id}/',
    summary: 'A candidate of a link within the sections that hiring managers of the company see',
    ...byLink,
  })
    .input(z.object({ hash, id }))
    .output(openedCandidate),
  reviewByLink: route({
    method: 'POST',
    path: '/api/shortlists/{hash}/candidates/{id}/review/',
    summary: 'Approve or reject a candidate of a link',
    example,
    ...byLink,
  })
    .input(z.object({ hash, id, ...given }))
    .output(z.object({ decision: z.enum(reviewDecisions), comment: z.string() })),
};

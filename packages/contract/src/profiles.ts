import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { factSources } from '@headwater/domain/profiles/fact-origins';
import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { z } from 'zod';
import { contactSources, education, position, profileLocation, skill } from './profile-data.ts';
import { fragmentView } from './profile-fragments.ts';
import { route } from './route.ts';
import { id, moment, paging, pages, text } from './validation.ts';

const shownSkill = skill.extend({ band: z.enum(['gold', 'silver', 'bronze']).nullable(), achievement_percent: z.number().nullable() });

/** PROF-065 */
export const contactCheckers = ['bounce', 'answer', 'opened', 'source', 'domain', 'format'] as const;

/** CONT-009: `value` is null and `mask` is set until the user opens the contacts. */
export const shownContact = z.object({
  id: z.number(),
  type: z.enum(contactTypes),
  kind: z.enum(['personal', 'corporate']).nullable(),
  value: z.string().nullable(),
  mask: z.string(),
  /** Null: the company does not see sources (CONT-026). */
  source: z.enum(contactSources).nullable(),
  is_valid: z.boolean(),
  /** PROF-065: known state of the contact, and its time. */
  status: z.enum(['valid', 'invalid', 'unknown']),
  checked_at: moment.nullable(),
  /** Evidence: the company's messages, the source, the mail domain, or the format. */
  checked_by: z.enum(contactCheckers).nullable(),
  is_own: z.boolean(),
});
export type ShownContact = z.infer<typeof shownContact>;

/** PPL-001: where a fact comes from, and when the company or its source last confirmed it. */
const factOrigin = z.object({ source: z.enum(factSources), by: z.string().nullable(), on: z.string() });
export type FactOriginView = z.infer<typeof factOrigin>;
/** `is_stale`: a current position without confirmation for a year. */
const shownPosition = position.extend({ origin: factOrigin.nullable(), is_stale: z.boolean() });

export const profileView = z.object({
  doc_id: z.number(),
  name: z.string().nullable(),
  name_latin: z.string().nullable(),
  nick: z.string().nullable(),
  headline: z.string().nullable(),
  about: z.string().nullable(),
  pictures: z.array(z.string()),
  locations: z.array(profileLocation),
  current_positions: z.array(shownPosition),
  previous_positions: z.array(shownPosition),
  skills: z.array(shownSkill),
  educations: z.array(education),
  courses_and_certificates: z.array(z.object({ name: z.string(), year: z.number().nullish() })),
  interests: z.array(z.string()),
  display_links: z.array(z.object({ url: z.string(), domain: z.string(), label: z.string() })),
  languages: z.array(z.object({ code: z.string(), level: z.string().nullish() })),
  job_seeking: z.boolean(),
  industry: z.string().nullable(),
  age: z.number().nullable(),
  birthdate_exact: z.string().nullable(),
  /** The law at the residence protects age and date of birth: both are null. */
  age_protected: z.boolean(),
  gender: z.enum(['male', 'female']).nullable(),
  diversity: z.object({ race: z.string().nullish(), gender: z.string().nullish() }).nullable(),
  experience_months: z.number().nullable(),
  months_on_last_position: z.number().nullable(),
  likely_to_respond: z.boolean(),
  remote_ready: z.boolean(),
  hidden_star: z.boolean(),
  is_freelancer: z.boolean(),
  popularity_penalty: z.boolean(),
  recently_updated: z.boolean(),
  updated_on: z.string().nullable(),
  is_own: z.boolean(),
  contacts: z.array(shownContact),
  contacts_opened: z.boolean(),
  salary: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  order_id: z.string().nullable(),
  /** PROF-045: in an applicant-tracking system of the company. */
  in_ats: z.boolean(),
  /** The reader created it, or administers the company that did. */
  is_deletable: z.boolean(),
  /** By field; `profile` for fields that no change of the company sets. */
  origins: z.object({ profile: factOrigin, fields: z.partialRecord(z.enum(fragmentFields), factOrigin) }),
  /** PROF-031 */
  private_fragments: z.array(fragmentView),
  /** PROF-036 */
  display_tags: z.array(z.string()),
  display_profile_tags: z.array(z.object({ id: z.number(), name: z.string() })),
  /** PROF-036 */
  display_skill_groups: z.array(z.object({ group: z.enum(['main', 'gold', 'silver', 'bronze', 'other']), skills: z.array(z.string()) })),
});
export type ProfileView = z.infer<typeof profileView>;

const target = { targets: { id: 'profile' } } as const;

const contactList = z.object({ contacts: z.array(shownContact), opened: z.boolean() });

export const profiles = {
  get: route({
    method: 'GET',
    path: '/api/internal/profiles/{id}/',
    summary: 'A whole profile',
    access: 'profiles',
    ...target,
  })
    .input(z.object({ id }))
    .output(profileView),
  contacts: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/contacts/',
    summary: 'Contacts: masks of unopened ones, values of opened ones; costs nothing',
    access: 'profiles',
    ...target,
  })
    .input(z.object({ id }))
    .output(contactList),
  openContacts: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/get-contacts/',
    summary: 'Open the contacts; spends one opening a month and user',
    access: 'profiles',
    csrf: true,
    ...target,
  })
    .input(z.object({ id }))
    .output(contactList),
  addContact: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/contacts/',
    summary: 'Add a contact or link for the own company',
    access: 'search',
    ...target,
    example: { type: 'email', value: 'someone@example.test' },
  })
    .input(z.object({ id, type: z.enum(contactTypes), value: text(255), kind: z.enum(['personal', 'corporate']).optional() }))
    .output(shownContact),
  removeContact: route({
    method: 'DELETE',
    path: '/api/v6/profiles/{id}/contacts/{contactId}/',
    summary: 'Remove a contact that the own company added',
    access: 'search',
    targets: { id: 'profile', contactId: 'contact' },
  })
    .input(z.object({ id, contactId: id }))
    .output(z.object({})),
  history: route({
    method: 'GET',
    path: '/api/profiles/{id}/history/',
    summary: 'Who of the company opened the profile, newest first. company_id: of another company, for staff and managers',
    access: 'search',
    ...target,
  })
    .input(z.object({ id, ...paging, company_id: id.optional() }))
    .output(
      z.object({
        views: z.array(
          z.object({
            user_id: z.number(),
            user_name: z.string(),
            viewed_at: moment,
            referer: z.string().nullable(),
          }),
        ),
        pages,
      }),
    ),
  resumes: route({
    method: 'GET',
    path: '/api/internal/profiles/{id}/resumes/',
    summary: 'Resumes of a profile',
    access: 'profiles',
    ...target,
  })
    .input(z.object({ id }))
    .output(
      z.object({
        resumes: z.array(
          z.object({
            type: z.string(),
            date: z.string(),
            resume_id: z.number(),
            user_name: z.string().nullable(),
            filename: z.string().nullable(),
            url: z.string().nullable(),
            enrichable: z.boolean(),
            file_id: z.number().nullable(),
            is_own: z.boolean(),
          }),
        ),
      }),
    ),
  picture: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/picture/',
    summary: 'The picture of a person, fetched for the browser from where the source keeps it',
    access: 'profiles',
    outputStructure: 'detailed',
    ...target,
  })
    .input(z.object({ id }))
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream) })),
  quotas: route({ method: 'GET', path: '/api/quotas/my/', summary: 'What is left of the month', access: 'signed_in' }).output(
    z.object({
      quotas_contact_available: z.number().nullable(),
      quotas_contact_total: z.number().nullable(),
      quotas_data_enrichment_available: z.number().nullable(),
      quotas_data_enrichment_total: z.number().nullable(),
    }),
  ),
};

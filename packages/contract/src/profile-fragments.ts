import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { z } from 'zod';
import { education, position, profileData, profileLocation, skill, spokenLanguage } from './profile-data.ts';
import { contactChange, profileChange } from './profile-form.ts';
import { profileBytes, route } from './route.ts';
import { id, moment } from './validation.ts';

const field = z.enum(fragmentFields);

/** Stored values in the shape of a form, without its limits, as stored values are always shown. */
export const formValues = profileData
  .omit({
    external_key: true,
    contacts: true,
    diversity: true,
    likely_to_respond: true,
    hidden_star: true,
    popularity_penalty: true,
    updated_on: true,
  })
  .extend({
    locations: z.array(profileLocation),
    positions: z.array(position),
    skills: z.array(skill),
    educations: z.array(education),
    courses_and_certificates: z.array(z.object({ name: z.string(), year: z.number().nullish() })),
    interests: z.array(z.string()),
    links: z.array(z.object({ url: z.string(), domain: z.string() })),
    languages: z.array(spokenLanguage),
  });
export type ProfileFormValues = z.output<typeof formValues>;

export const fragmentView = z.object({
  id: z.number(),
  profile_id: z.number(),
  source: z.enum(['form', 'file', 'link', 'text', 'merge', 'enrichment']),
  resume_id: z.number().nullable(),
  fields: z.array(field),
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: moment,
  updated_at: moment,
});
export type FragmentView = z.infer<typeof fragmentView>;

/** Base profile, the company's view, and the save that each changed field comes from. */
export const profileEditing = z.object({
  profile_id: z.number(),
  is_own: z.boolean(),
  base: formValues,
  seen: formValues,
  origins: z.partialRecord(field, z.number()),
  fragments: z.array(fragmentView),
});
export type ProfileEditing = z.infer<typeof profileEditing>;

const saved = z.object({ fragment: fragmentView.nullable(), contacts_added: z.array(z.number()) });

const ofProfile = { targets: { id: 'profile' } } as const;
const ofFragment = { targets: { id: 'fragment' } } as const;

export const profileFragments = {
  editing: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/private/',
    summary: 'A profile to edit: what was found, and what the own company has changed of it',
    access: 'search',
    ...ofProfile,
  })
    .input(z.object({ id }))
    .output(profileEditing),
  add: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/private/',
    summary:
      'Change a profile for the own company. Fields that are left out stay as they are; contacts are those that the company adds and removes',
    access: 'search',
    ...ofProfile,
    json: profileBytes,
    example: { headline: 'Data engineer' },
  })
    .input(
      profileChange.extend({
        id,
        contacts: contactChange.optional(),
        /** Latest known save. A newer one of the same fields answers 400 with its author. */
        after: z.number().int().min(0).optional(),
      }),
    )
    .output(saved),
  restore: route({
    method: 'POST',
    path: '/api/v6/profiles/{id}/private/restore/',
    summary: 'Bring fields back to what was found, whatever saves have changed of them',
    access: 'search',
    ...ofProfile,
    example: { fields: ['headline'] },
  })
    .input(z.object({ id, fields: z.array(field).min(1).max(fragmentFields.length) }))
    .output(z.object({})),
  create: route({
    method: 'POST',
    path: '/api/v6/profiles/private/',
    summary: 'Create a profile of the own company from fragments; the later ones win',
    access: 'search',
    json: profileBytes,
    example: { fragments: [{ first_name: 'Ada', last_name: 'Lovelace' }] },
  })
    .input(z.object({ fragments: z.array(profileChange).min(1).max(20) }))
    .output(z.object({ id: z.number(), fragments: z.array(fragmentView) })),
  createFromFile: route({
    method: 'PUT',
    path: '/api/v6/profiles/private/',
    summary: 'A profile of the own company of which an uploaded file says everything; the same file answers the same profile',
    access: 'search',
    example: { file_id: '{file}' },
    errors: ['profile_not_created', 'file_of_many'],
  })
    .input(z.object({ file_id: id }))
    .output(z.object({ id: z.number(), fragment: fragmentView.nullable() })),
  readResume: route({
    method: 'PUT',
    path: '/api/v6/profiles/private/{id}/',
    summary: 'Let a fragment say what a resume of its profile says',
    access: 'search',
    ...ofFragment,
    example: { resume_id: '{file}' },
    errors: ['profile_not_created', 'file_of_many'],
  })
    .input(z.object({ id, resume_id: id }))
    .output(z.object({ fragment: fragmentView.nullable() })),
  change: route({
    method: 'PATCH',
    path: '/api/v6/profiles/private/{id}/',
    summary: 'Change a fragment; fields named in `without` leave it',
    access: 'search',
    ...ofFragment,
    json: profileBytes,
    example: { headline: 'Data engineer' },
  })
    .input(profileChange.extend({ id, without: z.array(field).max(fragmentFields.length).optional() }))
    .output(z.object({ fragment: fragmentView.nullable() })),
  remove: route({
    method: 'DELETE',
    path: '/api/v6/private/{id}/',
    summary: 'Remove a fragment',
    access: 'search',
    ...ofFragment,
  })
    .input(z.object({ id }))
    .output(z.object({})),
  removeOfProfile: route({
    method: 'DELETE',
    path: '/api/v6/profiles/{profileId}/private/{id}/',
    summary: 'Remove a fragment of a profile',
    access: 'search',
    targets: { profileId: 'profile', id: 'fragment' },
  })
    .input(z.object({ profileId: id, id }))
    .output(z.object({})),
};

import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { fragmentFields } from '@headwater/domain/profiles/fragments';
import { z } from 'zod';
import { contactCheckers, profileView } from './profiles.ts';
import { route } from './route.ts';
import { id, moment, optionalText, text } from './validation.ts';

/** PROF-065 */
export const contactStates = ['valid', 'invalid', 'unknown'] as const;

const ofCompany = { access: 'possible_match', targets: { id: 'profile', companyId: 'managed_company' } } as const;

export const profileLookups = {
  byLink: route({
    method: 'GET',
    path: '/api/v6/profiles/proxy/',
    summary: 'The profile that has a link',
    access: 'search',
    example: { url: 'https://github.com/someone' },
  })
    .input(z.object({ url: text(2000) }))
    .output(z.object({ id: z.number() })),
  byLinks: route({
    method: 'POST',
    path: '/api/internal/ext/profiles/search_by_url/',
    summary: 'Profiles that have one of several links; a name that a page shows tells people of a shared link apart',
    access: 'search',
    example: { names: ['Grace Hopper'], links: ['https://github.com/someone'] },
  })
    .input(z.object({ names: z.array(text(255)).max(50).default([]), links: z.array(text(2000)).min(1).max(50) }))
    .output(
      z.object({
        /** Profiles with one of the names come first. */
        profiles: z.array(
          z.object({
            id: z.number(),
            /** Null where the user may not see personal data. */
            name: z.string().nullable(),
            title: z.string().nullable(),
            company: z.string().nullable(),
            city: z.string().nullable(),
            is_own: z.boolean(),
            /** Links of the request that the profile has. */
            links: z.array(z.string()),
            has_name: z.boolean(),
          }),
        ),
      }),
    ),
  verifier: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/verifier/',
    summary: 'Whether the contacts of a profile are known to work, and when that was found out',
    access: 'profiles',
    targets: { id: 'profile' },
  })
    .input(z.object({ id }))
    .output(
      z.object({
        contacts: z.array(
          z.object({
            id: z.number(),
            type: z.enum(contactTypes),
            value: z.string().nullable(),
            mask: z.string(),
            status: z.enum(contactStates),
            checked_at: moment.nullable(),
            checked_by: z.enum(contactCheckers).nullable(),
          }),
        ),
      }),
    ),
  variant: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/rt/{companyId}/',
    summary: 'A profile as another company sees it, without contacts',
    ...ofCompany,
  })
    .input(z.object({ id, companyId: id }))
    .output(z.object({ profile: profileView, company: z.object({ id: z.number(), name: z.string() }) })),
  difference: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/rt_diff/{companyId}',
    summary: 'What a company sees of a profile otherwise than it was found',
    ...ofCompany,
  })
    .input(z.object({ id, companyId: id }))
    .output(z.object({ changes: z.array(z.object({ field: z.enum(fragmentFields), old: z.unknown(), new: z.unknown() })) })),
  saveDiversity: route({
    method: 'POST',
    path: '/api/profiles/{id}/diversity_labels/',
    summary: 'Save the diversity labels of a profile for the own company; empty ones are taken off',
    access: 'search',
    targets: { id: 'profile' },
    example: { race: 'Asian', gender: 'female' },
  })
    .input(z.object({ id, race: optionalText(100).nullish(), gender: optionalText(100).nullish() }))
    .output(z.object({ race: z.string().nullable(), gender: z.string().nullable() })),
  addLink: route({
    method: 'POST',
    path: '/api/addlnk/v4/',
    summary: 'Add a link to a profile for the own company',
    access: 'search',
    example: { profile_id: '{profile}', url: 'https://github.com/someone' },
  })
    .input(z.object({ profile_id: id, url: z.string().trim().max(2000) }))
    .output(z.object({ url: z.string(), domain: z.string(), label: z.string() })),
};

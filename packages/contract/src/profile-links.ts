import { linkDays } from '@headwater/domain/profiles/link-days';
import { z } from 'zod';
import { profileView } from './profiles.ts';
import { route } from './route.ts';
import { id, moment } from './validation.ts';

/** Public view by link: no contacts, no links and no company data. */
export const sharedProfile = profileView
  .pick({
    doc_id: true,
    name: true,
    headline: true,
    about: true,
    locations: true,
    current_positions: true,
    previous_positions: true,
    skills: true,
    educations: true,
    courses_and_certificates: true,
    languages: true,
    industry: true,
    experience_months: true,
    updated_on: true,
  })
  .extend({ shared_by: z.object({ name: z.string(), company: z.string() }), expires_at: moment });
export type SharedProfile = z.infer<typeof sharedProfile>;

const link = z.object({
  id: z.number(),
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: moment,
  expires_at: moment,
  opened_count: z.number().int(),
  opened_at: moment.nullable(),
  may_revoke: z.boolean(),
});
export type ProfileLinkView = z.infer<typeof link>;

const ofProfile = { path: '/api/profiles/{id}/links/', access: 'search', targets: { id: 'profile' } } as const;

export const profileLinks = {
  get: route({
    method: 'GET',
    path: '/api/profiles/{id}/links/{hash}/',
    summary: 'The profile of a shared link, without contacts and private data; for visitors too',
    access: 'public',
    targets: { id: 'profile', hash: 'profile_link' },
  })
    .input(z.object({ id, hash: z.coerce.string().max(255) }))
    .output(sharedProfile),
  list: route({ method: 'GET', summary: 'Links to a profile that are open, the newest first', ...ofProfile })
    .input(z.object({ id }))
    .output(z.object({ links: z.array(link) })),
  add: route({
    method: 'POST',
    summary: 'Make a link to a profile; its hash is told here and never again',
    ...ofProfile,
    example: { days: 30 },
  })
    .input(z.object({ id, days: z.literal([...linkDays]).default(30) }))
    .output(z.object({ id: z.number(), hash: z.string(), url: z.string(), expires_at: moment })),
  revoke: route({
    method: 'DELETE',
    path: '/api/v6/profile_links/{id}/',
    summary: 'Close an own link, or as an admin any of the company',
    access: 'search',
    targets: { id: 'profile_link' },
  })
    .input(z.object({ id }))
    .output(z.object({})),
};

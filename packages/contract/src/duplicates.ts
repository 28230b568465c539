import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { duplicateReasons } from '@headwater/domain/profiles/duplicates/compare-people';
import { z } from 'zod';
import { route } from './route.ts';
import { flag, id, moment, pages, paging } from './validation.ts';

const side = z.object({
  id: z.number(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  is_own: z.boolean(),
  headline: z.string().nullable(),
  birthdate: z.string().nullable(),
  cities: z.array(z.string()),
  positions: z.array(
    z.object({ title: z.string(), company: z.string().nullable(), start: z.string().nullable(), end: z.string().nullable() }),
  ),
  educations: z.array(z.object({ institution: z.string(), year: z.number().nullable() })),
  contacts: z.array(z.object({ type: z.enum(contactTypes), value: z.string(), is_open: z.boolean() })),
  links: z.array(z.string()),
  updated_on: z.string().nullable(),
});
export type DuplicateSide = z.infer<typeof side>;

const reason = z.object({
  code: z.enum(duplicateReasons),
  value: z.string().optional(),
});
export type DuplicateReasonView = z.infer<typeof reason>;

const pair = z.object({
  profiles: z.tuple([side, side]),
  score: z.number().int(),
  /** Strongest first. Contradictions end in `_differs` or `_differ`. */
  reasons: z.array(reason),
  found_at: moment,
});
export type DuplicatePair = z.infer<typeof pair>;

export const countedPairs = 1000;

const ofPair = { path: '/api/v6/profiles/{id}/duplicates/{otherId}/', targets: { id: 'profile', otherId: 'profile' } } as const;

export const duplicates = {
  list: route({
    method: 'GET',
    path: '/api/v6/duplicates/',
    summary: 'Pairs of profiles that may be of one person, the likeliest first. Nothing is merged by itself',
    access: 'search',
  })
    .input(
      z.object({
        ...paging,
        /** Only pairs with a profile that the own company owns or changed. */
        own: flag.default(false),
      }),
    )
    .output(
      z.object({
        pairs: z.array(pair),
        count: z.number().int(),
        is_exact: z.boolean(),
        is_searching: z.boolean(),
        pages,
      }),
    ),
  ofProfile: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/duplicates/',
    summary: 'Profiles that may be of the same person as this one',
    access: 'search',
    targets: { id: 'profile' },
  })
    .input(z.object({ id }))
    .output(
      z.object({
        duplicates: z.array(
          z.object({ id: z.number(), name: z.string().nullable(), is_own: z.boolean(), score: z.number().int(), reasons: z.array(reason) }),
        ),
      }),
    ),
  dismiss: route({
    method: 'POST',
    summary: 'Say that two profiles are of different people. The pair comes back when they get another contact in common',
    access: 'search',
    ...ofPair,
  })
    .input(z.object({ id, otherId: id }))
    .output(z.object({})),
  restore: route({
    method: 'DELETE',
    summary: 'Take back that two profiles are of different people',
    access: 'search',
    ...ofPair,
  })
    .input(z.object({ id, otherId: id }))
    .output(z.object({})),
};

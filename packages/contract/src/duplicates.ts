import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { duplicateReasons } from '@headwater/domain/profiles/duplicates/compare-people';
import { z } from 'zod';
import { route } from './route.ts';
import { flag, id, moment, pages, paging } from './validation.ts';

/** What is shown of a profile to tell whether another one is of the same person. */
const side = z.object({
  id: z.number(),
  name: z.string().nullable(),
  picture: z.string().nullable(),
  /** True for a profile of the own company, not of the common base. */
  is_own: z.boolean(),
  headline: z.string().nullable(),
  birthdate: z.string().nullable(),
  cities: z.array(z.string()),
  positions: z.array(
    z.object({ title: z.string(), company: z.string().nullable(), start: z.string().nullable(), end: z.string().nullable() }),
  ),
  educations: z.array(z.object({ institution: z.string(), year: z.number().nullable() })),
  /** Masked where they are closed to the reader. */
  contacts: z.array(z.object({ type: z.enum(contactTypes), value: z.string(), is_open: z.boolean() })),
  links: z.array(z.string()),
  updated_on: z.string().nullable(),
});
export type DuplicateSide = z.infer<typeof side>;

const reason = z.object({
  code: z.enum(duplicateReasons),
  /** The employer, school or city; the contact, where the reader knows it. */
  value: z.string().optional(),
});
export type DuplicateReasonView = z.infer<typeof reason>;

const pair = z.object({
  /** Both profiles: the one that was there first leads. */
  profiles: z.tuple([side, side]),
  /** 0 to 100. */
  score: z.number().int(),
  /** The strongest first. Those that speak against it end in `_differs` or `_differ`. */
  reasons: z.array(reason),
  found_at: moment,
});
export type DuplicatePair = z.infer<typeof pair>;

/** As far as pairs are counted. */
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
        /** Only pairs with a profile of the own company, or one that it changed. */
        own: flag.default(false),
      }),
    )
    .output(
      z.object({
        pairs: z.array(pair),
        count: z.number().int(),
        /** False where there are more than were counted. */
        is_exact: z.boolean(),
        /** Profiles have changed that were not looked at yet. */
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

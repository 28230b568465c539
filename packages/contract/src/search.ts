import { contactTypes } from '@headwater/domain/profiles/contact-types';
import { telegramKinds } from '@headwater/domain/outreach/telegram';
import { rankings } from '@headwater/domain/query/rankings';
import { facets } from '@headwater/domain/query/facets';
import { queryFields } from '@headwater/domain/query/fields';
import { queryTypes } from '@headwater/domain/query/query-types';
import { z } from 'zod';
import { newestFitNote } from './fit-notes.ts';
import { route } from './route.ts';
import { flag, id, idList, moment, optionalText, pages, paging } from './validation.ts';

const facetName = z.enum(facets);
const commaList = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value), z.array(item).max(50));

/** As in a search URL (domain/query/address), which gives limits and errors. */
const searchInput = {
  q: z.string().default(''),
  f: z.string().default(''),
  folderId: id.optional(),
};

/** FLT-006, FLT-007 */
const gdpr = z.object({ age: z.boolean(), gender: z.boolean(), diversity: z.boolean() });

/** RSLT-016: matched part of the query. `where`: field of the profile. */
const match = z.object({ field: z.string(), text: z.string(), where: z.string() });

/** Piece of a profile with matched words: `[from, to)` in UTF-16 units of `text`. */
const excerpt = z.object({
  where: z.enum(['title', 'company', 'headline', 'about', 'education']),
  text: z.string(),
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type Excerpt = z.infer<typeof excerpt>;

const facetValue = z.object({
  id: z.string(),
  name: z.string(),
  /** With all other filters; null if not counted. */
  count: z.number().int().nullable(),
  checked: z.boolean(),
  excluded: z.boolean(),
});

/**
 * `counts[i]` is for `edges[i] <= value < edges[i + 1]`, in filter units (months for
 * onLastPosition).
 */
const histogram = z.object({
  edges: z.array(z.number()),
  counts: z.array(z.number().int()),
  below: z.number().int(),
  above: z.number().int(),
  missing: z.number().int(),
});

const facetAnswer = z.object({ values: z.array(facetValue), histogram: histogram.nullable() });
export const facetAnswers = z.partialRecord(facetName, facetAnswer);

export const foundProfile = z.object({
  id: z.number(),
  name: z.string().nullable(),
  nick: z.string().nullable(),
  picture: z.string().nullable(),
  headline: z.string().nullable(),
  title: z.string().nullable(),
  company: z.string().nullable(),
  /** 'YYYY' or 'YYYY-MM'; null if the position has ended. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  country_code: z.string().nullable(),
  experience_months: z.number().int().nullable(),
  /** Latest first; at most three. */
  past_companies: z.array(z.string()),
  education: z.object({ institution: z.string(), year: z.number().int().nullable() }).nullable(),
  skills: z.array(
    z.object({
      name: z.string(),
      skill_id: z.number().nullable(),
      is_principal: z.boolean(),
      norm_rating: z.number().nullable(),
      matched: z.boolean(),
    }),
  ),
  skills_count: z.number().int(),
  contact_types: z.array(z.enum(contactTypes)),
  likely_to_respond: z.boolean(),
  remote_ready: z.boolean(),
  hidden_star: z.boolean(),
  is_freelancer: z.boolean(),
  job_seeking: z.boolean(),
  updated_on: z.string().nullable(),
  is_own: z.boolean(),
  why: z.array(match),
  /** `about` appears only without better matches. */
  excerpts: z.array(excerpt),
  folders: z.array(z.object({ id: z.number(), name: z.string(), status: z.string().nullable() })),
  recipients: z.array(z.object({ mailing_id: z.number(), subject: z.string(), state: z.string(), at: moment })),
  dialog: z
    .object({
      id: z.number(),
      kind: z.enum(telegramKinds).nullable(),
      /** Last message, or file name; empty for special kinds. Truncated. */
      text: z.string(),
      out: z.boolean(),
      sender: z.string().nullable(),
      /** `replied` stays after the first answer. */
      state: z.enum(['pending', 'sent', 'opened', 'replied', 'error']),
      at: moment,
    })
    .nullable(),
  /** Newest first, at most three; empty without the permission. */
  comments: z.array(z.object({ id: z.number(), text: z.string(), user_name: z.string(), created_at: moment })),
  /** PPL-002 */
  fit: newestFitNote.nullable(),
  viewed: z.boolean(),
});
export type FoundProfile = z.infer<typeof foundProfile>;

const profileEvent = z.object({
  profile_id: z.number(),
  event: z.enum(['viewed', 'shown', 'contacted']),
  user_id: z.number(),
  user_name: z.string(),
  created_at: moment,
});

export const foundPage = z.object({
  profiles: z.array(foundProfile),
  profiles_events: z.array(profileEvent),
  folder_id: z.number().nullable(),
  folder_name: z.string().nullable(),
  query_id: z.number(),
  /** Omitted parts of the query or filters, as text. */
  excluded_items: z.array(z.object({ kind: z.enum(['term', 'filter']), text: z.string() })),
  pages,
  total: z.number().int(),
  profile_referer: z.string(),
  facets: facetAnswers.optional(),
  took_ms: z.number(),
});

const suggestion = z.object({
  id: z.string(),
  name: z.string(),
  suggested_word: z.string(),
  synonyms: z.array(z.string()),
  variants: z.array(z.string()),
  is_exact: z.boolean(),
  /** The typed text is a prefix of the name or the matched spelling. */
  is_beginning: z.boolean(),
  is_known: z.boolean(),
  is_city: z.boolean(),
  is_main_skill: z.boolean(),
  /** Location of a city or region, such as 'Idaho, United States', as names repeat. */
  place: z.string().nullable(),
  count: z.number().int().nullable(),
});
export type Suggestion = z.infer<typeof suggestion>;

/** People similar to profiles; `query` is the equivalent search. */
const alike = z.object({
  profiles: z.array(foundProfile),
  query: z.string(),
  pages,
  total: z.number().int(),
  /** Result count of `query`, without the exclusions of this list. */
  query_total: z.number().int(),
  profile_referer: z.string(),
  took_ms: z.number(),
});

export const search = {
  find: route({
    method: 'GET',
    path: '/api/v6/profiles/',
    summary: 'Search profiles: a page of results, the total and, where asked for, counts of facet values',
    access: 'search',
    example: { q: '["skill:Python"]' },
  })
    .input(
      z.object({
        ...searchInput,
        s: z.enum(rankings).default('relevance'),
        ...paging,
        facets: commaList(facetName).optional(),
        query_type: z.enum(queryTypes).default('search'),
      }),
    )
    .output(foundPage),
  count: route({
    method: 'POST',
    path: '/api/v6/profiles/count/',
    summary: 'Exact count and facets of a search',
    access: 'search',
    example: { query: '["skill:Python"]', filters: '', facets: ['language'] },
  })
    .input(
      z.object({
        query: z.string().default(''),
        filters: z.string().default(''),
        facets: z.array(facetName).max(50).default([]),
        /** FLT-011 */
        facet_search: z.partialRecord(facetName, optionalText(100)).default({}),
        ranking: z.enum(rankings).default('relevance'),
        folder: id.nullish(),
        viewed_profiles: z.array(id).default([]),
      }),
    )
    .output(z.object({ payload: z.object({ count: z.number().int(), gdpr }), facets: facetAnswers, took_ms: z.number() })),
  chips: route({
    method: 'POST',
    path: '/api/v6/profiles/chips/',
    summary: 'What each chip of a search costs or brings: the count without it',
    access: 'search',
    example: { query: '["skill:Python","skill:Go"]', chips: [[0], [1]] },
  })
    .input(
      z.object({
        query: z.string().default(''),
        filters: z.string().default(''),
        folder: id.nullish(),
        chips: z
          .array(z.array(z.number().int().min(0).max(199)).min(1).max(50))
          .min(1)
          .max(50),
      }),
    )
    .output(z.object({ count: z.number().int(), without: z.array(z.number().int()), took_ms: z.number() })),
  counts: route({
    method: 'POST',
    path: '/api/v6/profiles/counts/',
    summary: 'Exact counts of several searches: what each suggestion would find, or a search without each of its conditions',
    access: 'search',
    example: { searches: [{ query: '["skill:Python"]' }, { query: '["skill:Go"]', filters: '' }] },
  })
    .input(
      z.object({
        searches: z
          .array(z.object({ query: z.string().default(''), filters: z.string().default('') }))
          .min(1)
          .max(30),
        folder: id.nullish(),
      }),
    )
    .output(z.object({ counts: z.array(z.number().int().nullable()), took_ms: z.number() })),
  similar: route({
    method: 'GET',
    path: '/api/v6/profiles/{id}/similar/',
    summary: 'People like this one: the same job, as many of the same skills as can be',
    access: 'search',
    targets: { id: 'profile' },
  })
    .input(z.object({ id, ...paging }))
    .output(alike),
  recommended: route({
    method: 'GET',
    path: '/api/v6/profiles/recommended/',
    summary: 'People like those of a vacancy, or like those that the user has dealt with lately, who are new to them',
    access: 'search',
  })
    .input(z.object({ folderId: id.optional(), ...paging }))
    .output(alike),
  filters: route({
    method: 'GET',
    path: '/api/profiles/filters/',
    summary: 'Facet values of a search',
    access: 'search',
    example: { facets: 'language' },
  })
    .input(z.object({ ...searchInput, facets: commaList(facetName).optional(), search: optionalText(100).optional() }))
    .output(z.object({ facets: facetAnswers })),
  specializations: route({
    method: 'GET',
    path: '/api/internal/specializations/',
    summary: 'Specializations whose name begins so',
    access: 'search',
    example: { query: 'dev' },
  })
    .input(z.object({ query: optionalText(100).default('') }))
    .output(z.object({ specializations: z.array(z.object({ id: z.string(), name: z.string() })) })),
  suggest: route({
    method: 'POST',
    path: '/api/v6/suggestions/',
    summary: 'Suggestions for a term, by field type',
    access: 'search',
    example: { text: 'pyt', field_types: ['skill'] },
  })
    .input(
      z.object({
        text: optionalText(10_000),
        field_types: z.array(z.enum(queryFields)).min(1).max(queryFields.length),
        limit: z.number().int().min(1).max(100).default(10),
      }),
    )
    .output(z.partialRecord(z.enum(queryFields), z.array(suggestion))),
  hints: route({
    method: 'GET',
    path: '/api/profiles/{id}/search_hints/{query_id}',
    summary: 'Which terms of a search the profile matches, and where',
    access: 'search',
    targets: { id: 'profile', query_id: 'query' },
  })
    .input(z.object({ id, query_id: id }))
    .output(z.object({ query_id: z.number(), hints: z.array(match), excerpts: z.array(excerpt) })),
  events: route({
    method: 'GET',
    path: '/api/profiles_events/',
    summary: 'What the company did with profiles: opened, listed, written to',
    access: 'search',
  })
    .input(z.object({ only_viewed: flag.default(false), ids: idList.optional(), ...paging }))
    .output(z.object({ profiles_events: z.array(profileEvent), pages })),
};

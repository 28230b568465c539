import { type Facet, facets, facetTypes, isRangeFacet } from '@headwater/domain/query/facets';

/** What is indexed, counted and weighed. Data only: engines read it, none is named. A change of it makes saved indexes outdated. */

export interface TermField {
  /** Points that a match adds to the score. */
  weight: number;
  /** Only ever asked for a whole value, never counted or suggested: nearly every value is another. */
  lookup?: true;
}

export interface TextField {
  weight: number;
  /** The second form of each word: its stem (English, Russian) or, for names, a key that is the same in Cyrillic and Latin. */
  form: 'stem' | 'name';
}

/** `and`: a document must hold every chosen value, and counts are taken with the filter on; `or`: any of them, counted without it. */
export type FacetField = { kind: 'values'; field: string; operator: 'or' | 'and' } | { kind: 'range'; field: string };

export interface SearchSchema {
  /** Raised when the meaning of a field changes though its name does not. */
  revision: number;
  terms: Readonly<Record<string, TermField>>;
  numbers: readonly string[];
  texts: Readonly<Record<string, TextField>>;
  points: readonly string[];
  facets: Readonly<Record<string, FacetField>>;
  /** Points of a document of freshness 1 and of completeness 1. Their sum is at most 60,000. */
  staticRank: { freshness: number; completeness: number };
}

const values = (field: string, operator: 'or' | 'and' = 'or'): FacetField => ({ kind: 'values', field, operator });

/** As the table of facets has them. */
const facetFields = Object.fromEntries(
  facets.map((facet): [Facet, FacetField] => {
    const { kind, field, operator } = facetTypes[facet];
    return [facet, kind === 'range' ? { kind, field } : values(field, operator === 'AND' ? 'and' : 'or')];
  }),
) as Record<Facet, FacetField>;

/** Whoever is narrowed by a value is no better a match for it. Of general these are the flags of the profile itself, of diversity race and gender. */
const facetTerms: Readonly<Record<string, TermField>> = Object.fromEntries(
  facets.filter((facet) => !isRangeFacet(facet)).map((facet) => [facetTypes[facet].field, { weight: 0 }]),
);

/**
 * Profiles. 1,000 points are about "one skill": the current title counts three times a past one, a main skill twice a plain one;
 * a full and fresh profile gains less than one matching skill, so static rank orders equals and never beats a better match.
 */
export const profileSchema = {
  revision: 6,
  terms: {
    ...facetTerms,
    // A skill stands in `skill` always, and besides in each of the others that hold for it.
    skill: { weight: 1000 },
    ratedSkill: { weight: 1300 },
    recentSkill: { weight: 1400 },
    mainSkill: { weight: 2000 },
    /** `<skill>:<n>` for each n of 2, 3, 4, 5 years of use reached. */
    skillYears: { weight: 1000 },
    currentPosition: { weight: 3000 },
    pastPosition: { weight: 1000 },
    company: { weight: 700 },
    lastCompany: { weight: 1500 },
    /** Countries, regions and cities of the profile, each by its own reference id. */
    location: { weight: 200 },
    language: { weight: 300 },
    companySizeCurrent: { weight: 0 },
    companySizePast: { weight: 0 },
    industry: { weight: 300 },
    specialization: { weight: 300 },
    education: { weight: 500 },
    /** Nick names, links and addresses as the name field looks them up, normalised by the caller. */
    handle: { weight: 4000, lookup: true },
  },
  /** Years; months; months; year; days since 1970-01-01. Those that move with time are fed again by the source. */
  numbers: [...facets.filter(isRangeFacet).map((facet) => facetTypes[facet].field), 'updated'],
  texts: {
    currentTitle: { weight: 3000, form: 'stem' },
    pastTitle: { weight: 1000, form: 'stem' },
    skillText: { weight: 1000, form: 'stem' },
    currentCompany: { weight: 1500, form: 'stem' },
    pastCompany: { weight: 700, form: 'stem' },
    educationText: { weight: 500, form: 'stem' },
    name: { weight: 4000, form: 'name' },
    headline: { weight: 800, form: 'stem' },
    about: { weight: 300, form: 'stem' },
  },
  points: ['place'],
  facets: {
    ...facetFields,
    companySizeCurrent: values('companySizeCurrent'),
    companySizePast: values('companySizePast'),
  },
  staticRank: { freshness: 600, completeness: 300 },
} as const satisfies SearchSchema;

export type TextName = keyof typeof profileSchema.texts;
export type FacetName = keyof typeof profileSchema.facets;

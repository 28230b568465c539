import { type Facet, facets, facetTypes, isRangeFacet } from '@headwater/domain/query/facets';

/** Changes make saved indexes outdated. */

export interface TermField {
  weight: number;
  /** Never counted or suggested, because nearly every value is unique. */
  lookup?: true;
  /** Term field that has every value of this one, in each document. */
  within?: string;
}

export interface TextField {
  weight: number;
  /** Stem (English, Russian), or for names a key common to Cyrillic and Latin. */
  form: 'stem' | 'name';
}

/** Unless the filter says otherwise: `and` matches all values, `or` any. */
export type FacetField = { kind: 'values'; field: string; operator: 'or' | 'and' } | { kind: 'range'; field: string };

export interface SearchSchema {
  /** Increase it when a field changes its meaning but not its name. */
  revision: number;
  terms: Readonly<Record<string, TermField>>;
  numbers: readonly string[];
  texts: Readonly<Record<string, TextField>>;
  points: readonly string[];
  facets: Readonly<Record<string, FacetField>>;
  /** Points at freshness 1 and completeness 1; at most 60,000 together. */
  staticRank: { freshness: number; completeness: number };
}

const values = (field: string, operator: 'or' | 'and' = 'or'): FacetField => ({ kind: 'values', field, operator });

const facetFields = Object.fromEntries(
  facets.map((facet): [Facet, FacetField] => {
    const { kind, field, operator } = facetTypes[facet];
    return [facet, kind === 'range' ? { kind, field } : values(field, operator === 'AND' ? 'and' : 'or')];
  }),
) as Record<Facet, FacetField>;

const facetTerms: Readonly<Record<string, TermField>> = Object.fromEntries(
  facets.filter((facet) => !isRangeFacet(facet)).map((facet) => [facetTypes[facet].field, { weight: 0 }]),
);

/** About 1,000 points per skill. Freshness and completeness together score less than one skill. */
export const profileSchema = {
  revision: 7,
  terms: {
    ...facetTerms,
    // Every skill is in `skill`, and in each other field that applies.
    skill: { weight: 1000 },
    ratedSkill: { weight: 1300, within: 'skill' },
    recentSkill: { weight: 1400, within: 'skill' },
    mainSkill: { weight: 2000, within: 'skill' },
    /** `<skill>:<n>` for each reached mark of years. */
    skillYears: { weight: 1000 },
    currentPosition: { weight: 3000 },
    pastPosition: { weight: 1000 },
    company: { weight: 700 },
    lastCompany: { weight: 1500 },
    pastCompany: { weight: 700 },
    location: { weight: 200 },
    language: { weight: 300 },
    /** `<language>:<level>` for the level and each lower one. */
    languageLevel: { weight: 300 },
    companySizeCurrent: { weight: 0 },
    companySizePast: { weight: 0 },
    industry: { weight: 300 },
    specialization: { weight: 300 },
    education: { weight: 500 },
    /** Nicks and links, normalised by the caller. */
    handle: { weight: 4000, lookup: true },
  },
  /** Units: years, months, months, year, days since 1970-01-01. */
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

export type FacetName = keyof typeof profileSchema.facets;

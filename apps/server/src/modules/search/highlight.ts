import type { Excerpt } from '@headwater/contract/search';
import { shownField } from '@headwater/domain/query/fields';
import type { TermData } from '@headwater/domain/query/term';
import { isWildcard } from '@headwater/domain/query/wildcard';
import type { ProfileCard, StoredProfile } from '#modules/profiles/public.ts';
import type { Match } from './port.ts';
import { excerptOf, marksOf, type Highlight } from './text/excerpt.ts';
import { tokenize } from '@headwater/domain/text/tokenize';

type Where = Excerpt['where'];

/** Query field that is highlighted in each part. Free text is highlighted in all parts. */
const pieces: Readonly<Record<Where, string>> = {
  title: 'position',
  headline: 'position',
  company: 'companySearch',
  about: 'text',
  education: 'educationSearch',
};

function highlightsOf(term: TermData): Highlight {
  const isBeginning = isWildcard(term);
  const mode = isBeginning ? 'prefix' : term.whithSynonym === false ? 'exact' : 'stem';
  return { words: tokenize(isBeginning ? term.text.slice(0, -1) : term.text), mode, slop: term.proximity ?? 0 };
}

export type HighlightsByPart = Readonly<Record<Where, readonly Highlight[]>>;

export function highlightsOfTerms(terms: readonly TermData[]): HighlightsByPart {
  const highlightsIn = (where: Where): Highlight[] =>
    terms.filter((term) => !term.is_excluded && (term.field === 'text' || shownField(term.field) === pieces[where])).map(highlightsOf);
  return {
    title: highlightsIn('title'),
    headline: highlightsIn('headline'),
    company: highlightsIn('company'),
    about: highlightsIn('about'),
    education: highlightsIn('education'),
  };
}

/** The engine matched a reference id: highlight the whole part if the text differs. */
const named: Partial<Record<string, Where>> = { currentPosition: 'title', lastCompany: 'company' };

function excerptIn(where: Where, text: string | null, { sought, why }: Found): Excerpt[] {
  if (!text) return [];
  const marks = marksOf(text, sought[where]);
  if (marks.length > 0) return [{ where, text, marks }];
  return why.some((match) => named[match.field] === where) ? [{ where, text, marks: [[0, text.length]] }] : [];
}

interface Found {
  sought: HighlightsByPart;
  why: readonly Match[];
  abouts: readonly string[];
}

const firstAbout = (texts: readonly string[], sought: HighlightsByPart): Excerpt[] => {
  for (const text of texts) {
    const found = excerptOf(text, sought.about);
    if (found) return [{ where: 'about', ...found }];
  }
  return [];
};

/** Excerpts of the about text appear only where nothing else matched. */
export const excerptsOfCard = (card: ProfileCard, found: Found): Excerpt[] => [
  ...excerptIn('title', card.title, found),
  ...excerptIn('company', card.company, found),
  ...excerptIn('headline', card.headline, found),
  ...firstAbout(found.abouts, found.sought),
];

const shownExcerpts = 8;

export function excerptsOfProfile(data: StoredProfile, terms: readonly TermData[]): Excerpt[] {
  const found: Found = { sought: highlightsOfTerms(terms), why: [], abouts: [] };
  const texts = [data.about ?? '', ...data.positions.map((position) => position.description ?? '')].filter(Boolean);
  return [
    ...excerptIn('headline', data.headline ?? null, found),
    ...data.positions.flatMap((position) => [
      ...excerptIn('title', position.title ?? null, found),
      ...excerptIn('company', position.company ?? null, found),
    ]),
    ...texts.flatMap((text) => firstAbout([text], found.sought)),
    ...data.educations.flatMap((education) => excerptIn('education', education.institution ?? null, found)),
  ].slice(0, shownExcerpts);
}

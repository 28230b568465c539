import type { QueryField } from '@headwater/domain/query/fields';
import type { TermData } from '@headwater/domain/query/term';
import { isWildcard } from '@headwater/domain/query/wildcard';
import { companyById, findCompany } from '@headwater/reference/companies';
import { findLanguage } from '@headwater/reference/languages';
import { findUniversity } from '@headwater/reference/universities';
import { handleKey } from '../documents/profile-handles.ts';
import type { QueryNode } from '../port.ts';
import { placeNamed, titleNamed, valueOf } from '../reference-ids.ts';
import { genericJob, type Job } from './generic-job-words.ts';
import { levelNamed, splitLevel } from '@headwater/domain/query/seniority';
import { skillNode } from './skill-nodes.ts';
import { nameWordNode } from './name-nodes.ts';
import { allTexts, inFields } from './text-nodes.ts';

const nothing: QueryNode = { op: 'or', of: [] };
const anyOf = (of: QueryNode[]): QueryNode => ({ op: 'or', of });

const stemBoost = 0.8;
/** Ranks people with the skill but another title below exact titles (750 of 3000 points). */
const jobBoost = 0.25;

const positionFields = (isLast: boolean) => (isLast ? ['currentPosition'] : ['currentPosition', 'pastPosition']);
const titleFields = (isLast: boolean) => (isLast ? ['currentTitle'] : ['currentTitle', 'pastTitle']);

function jobNode(term: TermData, { words, titles, technology }: Job, tag: string): QueryNode {
  const isLast = term.field === 'lastPosition';
  const boost = technology ? jobBoost : stemBoost;
  const called = anyOf([
    ...titleFields(isLast).flatMap((field) => words.map((text): QueryNode => ({ op: 'word', field, text, mode: 'exact', boost, tag }))),
    ...positionFields(isLast).flatMap((field) => titles.map((value): QueryNode => ({ op: 'term', field, value, boost, tag }))),
  ]);
  if (!technology) return called;
  const skill: TermData = {
    field: 'skill',
    text: technology.name,
    suggestion_id: String(technology.id),
    is_excluded: false,
    is_known: true,
  };
  return { op: 'and', of: [called, skillNode(skill, tag)] };
}

/** The level of the present job, or a word of the level in one of these titles. */
function levelNode(
  { words, level, isNarrow }: NonNullable<ReturnType<typeof levelNamed>>,
  { fields, tag }: { fields: readonly string[]; tag: string },
): QueryNode {
  const said = words.flatMap((text) => fields.map((field): QueryNode => ({ op: 'word', field, text, mode: 'exact', tag })));
  return anyOf([...said, ...(isNarrow ? [] : [{ op: 'term', field: 'seniorityLevel', value: level, tag } as const])]);
}

/** A leading level is a condition of its own: few people write "Senior Go developer". */
function positionNode(term: TermData, tag: string): QueryNode {
  const split = term.whithSynonym === false || term.suggestion_id !== undefined ? undefined : splitLevel(term.text);
  if (!split) return jobTitleNode(term, tag);
  const fields = titleFields(term.field === 'lastPosition');
  return anyOf([
    ...fields.map((field): QueryNode => ({ op: 'word', field, text: term.text, mode: 'exact', tag })),
    { op: 'and', of: [levelNode(split.level, { fields, tag }), jobTitleNode({ ...term, text: split.rest }, tag)] },
  ]);
}

function jobTitleNode(term: TermData, tag: string): QueryNode {
  const isLast = term.field === 'lastPosition';
  const fields = titleFields(isLast);
  if (term.whithSynonym === false) return inFields(fields, term.text, { mode: 'exact', tag });
  const job = genericJob(term.text);
  // "Engineer" alone is no reference title (it includes civil engineers); "developer" is one.
  const id = term.suggestion_id ?? (job?.titles.length === 0 ? undefined : titleNamed(term.text)?.id);
  const named = id === undefined ? [] : positionFields(isLast).map((field): QueryNode => ({ op: 'term', field, value: String(id), tag }));
  // "developer" also finds "Python developer", and by stem "Head of development" lower.
  const word =
    (mode: 'exact' | 'stem', boost: number) =>
    (field: string): QueryNode => ({ op: 'word', field, text: term.text, mode, boost, tag });
  // Most "Go developers" are backend developers with the skill Go.
  const alike = job ? [jobNode(term, job, tag)] : [];
  return anyOf([...named, ...fields.map(word('exact', 1)), ...fields.map(word('stem', stemBoost)), ...alike]);
}

const companyTexts = {
  companySearch: ['currentCompany', 'pastCompany'],
  lastCompanySearch: ['currentCompany'],
  pastCompanySearch: ['pastCompany'],
} as const;
const companyTerms = {
  companySearch: ['lastCompany', 'company'],
  lastCompanySearch: ['lastCompany'],
  pastCompanySearch: ['pastCompany'],
} as const;

function companyNode(term: TermData, tag: string): QueryNode {
  const texts = companyTexts[term.field as keyof typeof companyTexts];
  if (term.whithSynonym === false) return inFields(texts, term.text, { mode: 'exact', tag });
  const known = term.suggestion_id ? companyById(Number(term.suggestion_id)) : findCompany(term.text);
  const value = known ? String(known.id) : (term.suggestion_id ?? valueOf(undefined, term.text));
  return anyOf([
    ...companyTerms[term.field as keyof typeof companyTerms].map((field): QueryNode => ({ op: 'term', field, value, tag })),
    inFields(texts, term.text, { mode: 'stem', tag }),
  ]);
}

function educationNode(term: TermData, tag: string): QueryNode {
  const written = inFields(['educationText'], term.text, { mode: term.whithSynonym === false ? 'exact' : 'stem', tag });
  if (term.whithSynonym === false) return written;
  const value = term.suggestion_id ?? valueOf(findUniversity(term.text)?.id, term.text);
  return anyOf([{ op: 'term', field: 'education', value, tag }, written]);
}

function locationNode(term: TermData, tag: string): QueryNode {
  const place = placeNamed(term.text, term.suggestion_id);
  if (!place) return nothing;
  if (term.location_range && place.point) return { op: 'near', field: 'place', ...place.point, km: term.location_range, tag };
  return { op: 'term', field: 'location', value: place.value, tag };
}

/** SRCH-050: words in any order and script, or the whole text as an address, link or nick. */
function nameNode(term: TermData, tag: string): QueryNode {
  const named: QueryNode = { op: 'and', of: term.text.split(/\s+/).map((word) => nameWordNode(word, tag)) };
  return anyOf([{ op: 'term', field: 'handle', value: handleKey(term.text), tag }, named]);
}

/** Words anywhere, also as a place, a language, a level or a company that the profile stores as such. */
function anywhereNode(term: TermData, tag: string): QueryNode {
  if (term.whithSynonym === false) return inFields(allTexts, term.text, { mode: 'exact', tag });
  const place = placeNamed(term.text);
  const language = findLanguage(term.text);
  const level = levelNamed(term.text);
  const company = findCompany(term.text);
  return anyOf([
    inFields(allTexts, term.text, { mode: 'stem', tag }),
    ...(place ? [{ op: 'term', field: 'location', value: place.value, tag } as const] : []),
    ...(language ? [{ op: 'term', field: 'language', value: language.code, tag } as const] : []),
    ...(level ? [levelNode(level, { fields: ['currentTitle'], tag })] : []),
    ...(company ? ['lastCompany', 'company'].map((field) => ({ op: 'term', field, value: String(company.id), tag }) as const) : []),
  ]);
}

const wordFields: Partial<Record<QueryField, readonly string[]>> = {
  position: ['currentTitle', 'pastTitle'],
  lastPosition: ['currentTitle'],
  ...companyTexts,
  educationSearch: ['educationText'],
  text: allTexts,
};

/** Wildcards and distances apply to written words, not to reference entries. */
function wordsNode(term: TermData, tag: string): QueryNode {
  const fields = wordFields[term.field] ?? (term.field === 'name' ? undefined : ['skillText']);
  if (!fields) return nameNode(term, tag);
  const mode = term.whithSynonym === false ? 'exact' : 'stem';
  const node = inFields(fields, term.text, { mode, tag, slop: term.proximity });
  return term.field === 'preferableSkill' && !term.is_excluded ? { op: 'prefer', of: { op: 'all' }, preferred: [node] } : node;
}

/** Ignores exclusion. Other code builds comment and folder terms. */
export function termNode(term: TermData, tag: string): QueryNode {
  if (term.proximity || isWildcard(term)) return wordsNode(term, tag);
  switch (term.field) {
    case 'position':
    case 'lastPosition':
      return positionNode(term, tag);
    case 'companySearch':
    case 'lastCompanySearch':
    case 'pastCompanySearch':
      return companyNode(term, tag);
    case 'educationSearch':
      return educationNode(term, tag);
    case 'location':
    case 'locationRange':
      return locationNode(term, tag);
    case 'name':
      return nameNode(term, tag);
    case 'text':
      return anywhereNode(term, tag);
    case 'comment':
    case 'folder':
      return nothing;
    default:
      return skillNode(term, tag);
  }
}

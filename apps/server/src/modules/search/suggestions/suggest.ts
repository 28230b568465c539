import type { Suggestion } from '@headwater/contract/search';
import { fieldTypes, type QueryField } from '@headwater/domain/query/fields';
import { cleanText } from '@headwater/domain/query/term';
import type { Actor } from '@headwater/domain/roles';
import { matchKey } from '@headwater/reference/matchKey';
import type { SearchContext } from '../actions/run.ts';
import { everything } from '../port.ts';
import type { FacetName } from '../schema.ts';
import { listFolders } from '../store/folders.ts';
import { type Found, findByBeginning } from './alias-index.ts';
import { type ReferenceKind, suggestionIndex } from './indexes.ts';
import { mostCounted, peopleFirst, placeAround } from './places.ts';

const shownSynonyms = 20;

/** Kinds of which most names are nobody's in this base: what has people comes first. */
const ordered: readonly string[] = ['location', 'position', 'company'];
const everHeld: readonly QueryField[] = ['position', 'companySearch'];

function present({ item, word }: Found, { text, field, language }: { text: string; field: QueryField; language: 'en' | 'ru' }): Suggestion {
  const name = language === 'ru' ? (item.nameRu ?? item.name) : item.name;
  const typed = matchKey(text);
  return {
    id: item.id,
    name,
    suggested_word: word,
    synonyms: item.spellings.filter((spelling) => spelling !== name).slice(0, shownSynonyms),
    variants: item.spellings.filter((spelling) => matchKey(spelling).startsWith(typed)).slice(0, shownSynonyms),
    is_exact: item.spellings.some((spelling) => matchKey(spelling) === typed),
    is_known: true,
    is_city: item.isCity,
    is_main_skill: field === 'mainSkillHigh',
    place: fieldTypes[field].suggest === 'location' ? placeAround(item.id, name, language) : null,
    count: null,
  };
}

async function suggestFolders(
  { database }: SearchContext,
  actor: Actor,
  { text, limit }: { text: string; limit: number },
): Promise<Suggestion[]> {
  const folders = await database.readInCompany(actor.company.id, (tx) => listFolders(tx, actor.userId, { beginning: text, limit }));
  return folders.map(({ id, name, candidates }) => ({
    id: String(id),
    name,
    suggested_word: name,
    synonyms: [],
    variants: [],
    is_exact: name.toLowerCase() === text.toLowerCase(),
    is_known: true,
    is_city: false,
    is_main_skill: false,
    place: null,
    count: candidates,
  }));
}

/** SUGG-004, SUGG-009: for each field type, what may be meant. Fields without names of their own (name, comment, text) get nothing. */
export async function suggestTerms(
  context: SearchContext,
  actor: Actor,
  input: { text: string; field_types: readonly QueryField[]; limit: number },
): Promise<Partial<Record<QueryField, Suggestion[]>>> {
  const text = cleanText(input.text).slice(0, 200);
  const answer: Partial<Record<QueryField, Suggestion[]>> = {};
  for (const field of new Set(input.field_types)) {
    const kind = fieldTypes[field].suggest;
    if (text === '' || kind === 'none') answer[field] = [];
    else if (kind === 'folder') answer[field] = await suggestFolders(context, actor, { text, limit: input.limit });
    else {
      const most = ordered.includes(kind) ? Math.max(mostCounted, input.limit) : input.limit;
      answer[field] = (await findByKind(kind, text, most)).map((found) => present(found, { text, field, language: actor.language }));
    }
  }
  await addCounts(context, actor, answer);
  for (const [field, counted] of Object.entries(answer) as [QueryField, Suggestion[]][]) {
    if (!ordered.includes(fieldTypes[field].suggest)) continue;
    const first = peopleFirst(counted).slice(0, input.limit);
    // Those who work so now say who comes first, and not how many a search of all their years would find.
    answer[field] = everHeld.includes(field) ? first.map((one) => ({ ...one, count: null })) : first;
  }
  return answer;
}

/** Facets whose totals over everybody the engine keeps ready, so that counting costs next to nothing. */
const countedBy: Partial<Record<QueryField, FacetName>> = {
  location: 'location',
  locationRange: 'location',
  companySearch: 'lastCompany',
  lastCompanySearch: 'lastCompany',
  position: 'specialization',
  lastPosition: 'specialization',
  educationSearch: 'education',
  mainSkillHigh: 'mainSkillHigh',
};

/** Puts the number of profiles beside each suggestion of those fields; leaves them uncounted where the engine cannot answer at once. */
async function addCounts({ search }: SearchContext, actor: Actor, answer: Partial<Record<QueryField, Suggestion[]>>): Promise<void> {
  const engine = search.current();
  const fields = (Object.keys(answer) as QueryField[]).filter((field) => countedBy[field] && answer[field]?.length);
  if (!engine || fields.length === 0) return;
  const facets = new Map<FacetName, string[]>();
  for (const field of fields) {
    const facet = countedBy[field] as FacetName;
    facets.set(facet, [...(facets.get(facet) ?? []), ...(answer[field] ?? []).map((one) => one.id)]);
  }
  const wanted = [...facets].map(([facet, always]) => ({ facet, always: [...new Set(always)], limit: 1 }));
  const scope = { companyId: actor.company.id };
  const result = await engine.search(everything, { scope, perPage: 0, facets: wanted }).catch(() => undefined);
  for (const field of result ? fields : []) {
    const counts = new Map(result?.facets[countedBy[field] as FacetName]?.map((value) => [value.value, value.count]));
    for (const one of answer[field] ?? []) one.count = counts.get(one.id) ?? 0;
  }
}

const findByKind = async (kind: ReferenceKind, text: string, limit: number) => findByBeginning(await suggestionIndex(kind), text, limit);

/** FLT-017: the value of the facet is a job title. */
export const findSpecializations = async (text: string, language: 'en' | 'ru') =>
  (await findByKind('position', text, 50)).map(({ item }) => ({
    id: item.id,
    name: language === 'ru' ? (item.nameRu ?? item.name) : item.name,
  }));

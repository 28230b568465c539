import { localName } from '@headwater/reference/local-name';
import type { Suggestion } from '@headwater/contract/search';
import { fieldTypes, type QueryField } from '@headwater/domain/query/fields';
import { cleanText } from '@headwater/domain/query/term';
import type { Actor } from '@headwater/domain/roles';
import { normalizeName } from '@headwater/reference/normalize-name';
import type { SearchContext } from '../actions/run-search.ts';
import { listFolders } from '../store/folders.ts';
import { type Found, findByBeginning } from './alias-index.ts';
import { countSuggestions, estimateCounts, type Suggested } from './counts.ts';
import { type ReferenceKind, suggestionIndex } from './indexes.ts';
import { mostCounted, peopleFirst, placeAround } from './places.ts';

const shownSynonyms = 20;

/** Most names of these kinds have no people in the base. */
const ordered: readonly string[] = ['location', 'position', 'company', 'education'];

function present({ item, word }: Found, { text, field, language }: { text: string; field: QueryField; language: 'en' | 'ru' }): Suggestion {
  const name = localName(item, language);
  const typed = normalizeName(text);
  return {
    id: item.id,
    name,
    suggested_word: word,
    synonyms: item.spellings.filter((spelling) => spelling !== name).slice(0, shownSynonyms),
    variants: item.spellings.filter((spelling) => normalizeName(spelling).startsWith(typed)).slice(0, shownSynonyms),
    is_beginning: [name, word].some((spelling) => normalizeName(spelling).startsWith(typed)),
    is_exact: item.spellings.some((spelling) => normalizeName(spelling) === typed),
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
  const folders = await database.readInCompany(actor.company.id, (tx) => listFolders(tx, actor, { beginning: text, limit }));
  return folders.map(({ id, name, candidates }) => ({
    id: String(id),
    name,
    suggested_word: name,
    synonyms: [],
    variants: [],
    is_beginning: normalizeName(name).startsWith(normalizeName(text)),
    is_exact: name.toLowerCase() === text.toLowerCase(),
    is_known: true,
    is_city: false,
    is_main_skill: false,
    place: null,
    count: candidates,
  }));
}

/** SUGG-004, SUGG-009. Fields without reference names have no suggestions. */
export async function suggestTerms(
  context: SearchContext,
  actor: Actor,
  input: { text: string; field_types: readonly QueryField[]; limit: number; signal: AbortSignal },
): Promise<Suggested> {
  const text = cleanText(input.text).slice(0, 200);
  const answer: Suggested = {};
  for (const field of new Set(input.field_types)) {
    const kind = fieldTypes[field].suggest;
    if (text === '' || kind === 'none') answer[field] = [];
    else if (kind === 'folder') answer[field] = await suggestFolders(context, actor, { text, limit: input.limit });
    else {
      const most = ordered.includes(kind) ? Math.max(mostCounted, input.limit) : input.limit;
      answer[field] = (await findByKind(kind, text, most)).map((found) => present(found, { text, field, language: actor.language }));
    }
  }
  const engine = context.search.current();
  const counting = { companyId: actor.company.id, signal: input.signal };
  if (engine) await estimateCounts(engine, counting, answer);
  for (const [field, list] of Object.entries(answer) as [QueryField, Suggestion[]][])
    answer[field] = (ordered.includes(fieldTypes[field].suggest) ? peopleFirst(list) : list).slice(0, input.limit);
  if (engine) await countSuggestions(engine, counting, answer);
  for (const [field, list] of Object.entries(answer) as [QueryField, Suggestion[]][]) answer[field] = peopleFirst(list);
  return answer;
}

const findByKind = async (kind: ReferenceKind, text: string, limit: number) => findByBeginning(await suggestionIndex(kind), text, limit);

export const findSpecializations = async (text: string, language: 'en' | 'ru') =>
  (await findByKind('position', text, 50)).map(({ item }) => ({
    id: item.id,
    name: localName(item, language),
  }));

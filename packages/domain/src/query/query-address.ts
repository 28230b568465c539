import { bad, good, maxCharacters, type Parsed, type QueryError } from './errors.ts';
import { isQueryField, type QueryField } from './fields.ts';
import { excludedWords } from './signs.ts';
import { applied, canonicalQuery, canonicalTerm, isSuggestionId, type Operator, type QueryEntity, type TermData } from './term.ts';
import { treeOf } from './tree.ts';

const shortNames = { id: 'suggestion_id', years: 'skill_range', km: 'location_range', near: 'proximity' } as const;
const shortFlags = { not: 'is_excluded', main: 'is_main_skill', known: 'is_known', fixed: 'is_read_only' } as const;

type Part = string | Record<string, unknown>;

const isPlain = (term: TermData) => Object.keys(term).every((key) => key === 'field' || key === 'text' || key === 'is_excluded');

function termPart(term: TermData): Part {
  if (isPlain(term)) return `${term.is_excluded ? '-' : ''}${term.field}:${term.text}`;
  const part: Record<string, unknown> = { [term.field]: term.text };
  for (const [short, long] of Object.entries(shortNames)) if (term[long] !== undefined) part[short] = term[long];
  for (const [short, long] of Object.entries(shortFlags)) if (term[long]) part[short] = 1;
  if (term.whithSynonym === false) part['exact'] = 1;
  return part;
}

function partOf(entity: QueryEntity): Part[] {
  if (entity.type === 'APPLIED_TERM' || entity.type === 'TERM') return [termPart(entity.data)];
  if (entity.type === 'OPERATOR') return [entity.operator];
  if (entity.type === 'PAREN') return [entity.side === 'open' ? '(' : ')'];
  return entity.type === 'AI' ? [{ ai: entity.text }] : [];
}

/**
 * SRCH-014, DEC-16: `["skill:Python","-location:Moscow",{"skill":"Go","id":"7"}]`; '' without a
 * query (SRCH-020).
 */
export function encodeQuery(entities: readonly QueryEntity[]): string {
  const parts = canonicalQuery(entities).flatMap(partOf);
  return parts.length === 0 ? '' : JSON.stringify(parts);
}

const operators: readonly string[] = ['AND', 'OR', 'NOT'];

function readString(part: string): QueryEntity | Omit<QueryError, 'position'> {
  if (operators.includes(part)) return { type: 'OPERATOR', operator: part as Operator };
  if (part === '(' || part === ')') return { type: 'PAREN', side: part === '(' ? 'open' : 'close' };
  const words = excludedWords(part);
  const found = /^(?:([A-Za-z]+):(?!\/\/))?(.*)$/s.exec(words ?? part);
  const field = found?.[1] ?? 'text';
  if (!isQueryField(field)) return { key: 'query_field_unknown', parts: { name: field.slice(0, 50) } };
  return applied({ field, text: found?.[2] ?? '', is_excluded: words !== undefined });
}

const yes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';
const numberOf = (value: unknown) => (value === undefined || value === null ? undefined : Number(value));

const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
/** Accepts our short name, the API name and that of the requirements. */
const spellings = Object.fromEntries(
  [...Object.entries(shortNames), ...Object.entries(shortFlags)].map(([short, long]) => [short, [short, long, camel(long)]]),
);
const others = ['exact', 'whithSynonym'];
const known = new Set([...Object.values(spellings).flat(), ...others]);

const defined = (part: Record<string, unknown>, short: string) =>
  spellings[short]?.map((name) => part[name]).find((value) => value !== undefined);

interface Named {
  field: QueryField;
  text: unknown;
  marks: Record<string, unknown>;
}

function namedOf(part: Record<string, unknown>): Named | undefined {
  const { field: long, text, ...rest } = part;
  if (typeof long === 'string') return isQueryField(long) ? { field: long, text, marks: rest } : undefined;
  const field = Object.keys(part).find(isQueryField);
  if (field === undefined) return undefined;
  const { [field]: words, ...marks } = part;
  return { field, text: words, marks };
}

function readObject(part: Record<string, unknown>): QueryEntity | Omit<QueryError, 'position'> {
  if (typeof part['ai'] === 'string') return { type: 'AI', text: part['ai'] };
  const named = namedOf(part);
  if (!named) return { key: 'query_field_unknown', parts: { name: String(part['field'] ?? Object.keys(part)[0] ?? '').slice(0, 50) } };
  const { field, text, marks } = named;
  const strange = Object.keys(marks).find((name) => !known.has(name));
  if (strange !== undefined) return { key: 'query_attribute_unknown', parts: { name: strange.slice(0, 50) } };
  const id = defined(marks, 'id');
  const numbers = {
    skill_range: numberOf(defined(marks, 'years')),
    location_range: numberOf(defined(marks, 'km')),
    proximity: numberOf(defined(marks, 'near')),
  };
  const isBad =
    typeof text !== 'string' ||
    (id !== undefined && id !== null && !isSuggestionId(String(id))) ||
    Object.values(numbers).some((value) => value !== undefined && !Number.isInteger(value));
  if (isBad) return { key: 'query_bad_part' };
  const term: TermData = { field, text: String(text), ...numbers };
  if (id !== undefined && id !== null) term.suggestion_id = String(id);
  for (const [short, long] of Object.entries(shortFlags)) term[long] = yes(defined(marks, short));
  if (yes(marks['exact']) || marks['whithSynonym'] === false) term.whithSynonym = false;
  return { type: 'APPLIED_TERM', data: canonicalTerm(term) };
}

function readPart(part: unknown): QueryEntity | Omit<QueryError, 'position'> {
  if (typeof part === 'string') return readString(part);
  return typeof part === 'object' && part !== null && !Array.isArray(part)
    ? readObject(part as Record<string, unknown>)
    : { key: 'query_bad_part' };
}

function parseList(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `position` of an error: part, or character of an unreadable list. */
export function decodeQuery(text: string): Parsed<QueryEntity[]> {
  if (text.length > maxCharacters) return bad({ key: 'query_too_long', position: maxCharacters, parts: { max: maxCharacters } });
  if (text.trim() === '') return good([]);
  const list = parseList(text);
  if (!list) return bad({ key: 'query_not_json', position: 0 });
  const entities: QueryEntity[] = [];
  const errors: QueryError[] = [];
  for (const [position, part] of list.entries()) {
    const read = readPart(part);
    if ('key' in read) errors.push({ ...read, position });
    else entities.push(read);
  }
  if (errors.length > 0) return { ok: false, errors };
  const tree = treeOf(entities.filter((entity) => entity.type !== 'APPLIED_TERM' || entity.data.text !== ''));
  return tree.ok ? good(canonicalQuery(entities)) : tree;
}

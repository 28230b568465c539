import type { QueryError } from './errors.ts';
import { isQueryField, type QueryField } from './fields.ts';
import { applied, type QueryEntity, type TermData } from './term.ts';
import { maxProximity, wildcardFault } from './wildcard.ts';

/** An entity and where it begins in the text. */
export interface Placed {
  entity: QueryEntity;
  position: number;
}

/** `ai:"..."`: what the model was asked for. */
export const aiPrefix = 'ai';

const stop = /[\s()"[\]]/;

const flags: Readonly<Record<string, Partial<TermData>>> = {
  main: { is_main_skill: true },
  exact: { whithSynonym: false },
  known: { is_known: true },
  fixed: { is_read_only: true },
};

/** `[main, 3+, 40km, exact, #id]` behind a term. undefined: a word that is no attribute. */
function readAttribute(word: string): Partial<TermData> | undefined {
  const flag = Object.hasOwn(flags, word) ? flags[word] : undefined;
  if (flag) return flag;
  const years = /^(\d{1,3})\+$/.exec(word)?.[1];
  if (years) return { skill_range: Number(years) };
  const km = /^(\d{1,5})km$/.exec(word)?.[1];
  if (km) return { location_range: Number(km) };
  return /^#[^\s,\]]{1,100}$/.test(word) ? { suggestion_id: word.slice(1) } : undefined;
}

interface Proximity {
  data: Partial<TermData>;
  /** Where reading goes on; absent where no sign stands here. */
  end?: number;
  isWrong?: boolean;
}
const noProximity: Proximity = { data: {} };

/** `~3` behind quoted words, at `at`. */
function readProximity(text: string, at: number, words: string): Proximity {
  if (text[at] !== '~') return noProximity;
  const digits = /^~(\d{1,3})(?![\p{L}\p{N}])/u.exec(text.slice(at, at + 6))?.[1] ?? '';
  const proximity = Number(digits);
  const isWrong = proximity < 1 || proximity > maxProximity || !/\S\s+\S/.test(words);
  return { data: isWrong ? {} : { proximity }, end: at + 1 + digits.length, isWrong };
}

/** `[...]` behind a term, at `at`. */
function attributesAt(text: string, at: number): { data: Partial<TermData>; end: number; errors: QueryError[] } {
  if (text[at] !== '[') return { data: {}, end: at, errors: [] };
  const close = text.indexOf(']', at);
  const errors: QueryError[] = close < 0 ? [{ key: 'query_bracket_open', position: at }] : [];
  const inside = text.slice(at + 1, close < 0 ? text.length : close);
  let data: Partial<TermData> = {};
  for (const word of inside
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const read = readAttribute(word);
    if (read) data = { ...data, ...read };
    else errors.push({ key: 'query_attribute_unknown', position: at, parts: { name: word } });
  }
  return { data, end: close < 0 ? text.length : close + 1, errors };
}

/** The words behind `ai:`, at `at`. A quotation mark among them stands twice, so that a request stays as it was made. */
function requestAt(text: string, at: number): { words: string; end: number; isOpen: boolean } {
  const [quoted, words = '', close] = /^"((?:[^"]|"")*)("?)/.exec(text.slice(at)) ?? [];
  if (quoted !== undefined) return { words: words.replaceAll('""', '"'), end: at + quoted.length, isOpen: close === '' };
  const [bare = ''] = /^[^\s()"[\]]*/.exec(text.slice(at)) ?? [];
  return { words: bare, end: at + bare.length, isOpen: false };
}

/** Reads the boolean text from left to right; what is wrong is collected, never thrown. */
export function lexQuery(text: string, field: QueryField): { tokens: Placed[]; errors: QueryError[] } {
  const tokens: Placed[] = [];
  const errors: QueryError[] = [];
  let at = 0;

  const readWord = (): string => {
    const from = at;
    while (at < text.length && !stop.test(text[at] ?? '')) at += 1;
    return text.slice(from, at);
  };
  const readQuoted = (): string => {
    const from = at + 1;
    const end = text.indexOf('"', from);
    if (end < 0) errors.push({ key: 'query_quote_open', position: at });
    at = end < 0 ? text.length : end + 1;
    return text.slice(from, end < 0 ? text.length : end);
  };
  const readAttributes = (): Partial<TermData> => {
    const read = attributesAt(text, at);
    errors.push(...read.errors);
    at = read.end;
    return read.data;
  };
  const readTerm = (position: number): void => {
    const isExcluded = text[at] === '-' && at + 1 < text.length && !/\s/.test(text[at + 1] ?? '');
    if (isExcluded) at += 1;
    if (isExcluded && text[at] === '(') {
      tokens.push({ entity: { type: 'OPERATOR', operator: 'NOT' }, position });
      return;
    }
    let named: QueryField = field;
    const prefix = /^([A-Za-z]+):(?!\/\/)/.exec(text.slice(at, at + 40))?.[1];
    if (prefix === aiPrefix) {
      const request = requestAt(text, at + prefix.length + 1);
      if (request.isOpen) errors.push({ key: 'query_quote_open', position: at + prefix.length + 1 });
      if (isExcluded) tokens.push({ entity: { type: 'OPERATOR', operator: 'NOT' }, position });
      if (request.words.trim() !== '') tokens.push({ entity: { type: 'AI', text: request.words }, position });
      at = request.end;
      return;
    }
    if (prefix !== undefined) {
      if (isQueryField(prefix)) named = prefix;
      else errors.push({ key: 'query_field_unknown', position: at, parts: { name: prefix } });
      at += prefix.length + 1;
    }
    const from = at;
    const isQuoted = text[at] === '"';
    const words = isQuoted ? readQuoted() : readWord();
    const near = isQuoted ? readProximity(text, at, words) : noProximity;
    if (near.isWrong) errors.push({ key: 'query_proximity', position: at, parts: { max: String(maxProximity) } });
    at = near.end ?? at;
    const attributes = readAttributes();
    // A lone bracket or sign that begins no term: step over it, so that reading always goes on.
    if (at === from && words === '' && !isExcluded && prefix === undefined) {
      errors.push({ key: 'query_bad_part', position: at });
      at += 1;
      return;
    }
    if (words.trim() === '') return;
    const data: TermData = { field: named, text: words, ...(isExcluded ? { is_excluded: true } : {}), ...near.data, ...attributes };
    const fault = wildcardFault(data);
    if (fault) errors.push({ key: fault.key, position: from + (isQuoted ? 1 : 0) + fault.offset });
    tokens.push({ entity: applied(data), position });
  };

  while (at < text.length) {
    const letter = text[at] ?? '';
    const operator = /^(AND|OR|NOT)(?=[\s()"]|$)/.exec(text.slice(at, at + 4))?.[1] as 'AND' | 'OR' | 'NOT' | undefined;
    if (/\s/.test(letter)) at += 1;
    else if (letter === '(' || letter === ')') {
      tokens.push({ entity: { type: 'PAREN', side: letter === '(' ? 'open' : 'close' }, position: at });
      at += 1;
    } else if (operator) {
      tokens.push({ entity: { type: 'OPERATOR', operator }, position: at });
      at += operator.length;
    } else readTerm(at);
  }
  return { tokens, errors };
}

import type { QueryError } from './errors.ts';
import { fieldNamed, type QueryField } from './fields.ts';
import { applied, isSuggestionId, type QueryEntity, type TermData } from './term.ts';
import { maxProximity, wildcardFault } from './wildcard.ts';

/** An entity and where it begins in the text. */
export interface Placed {
  entity: QueryEntity;
  position: number;
}

/** `ai:"..."`: what the model was asked for. */
export const aiPrefix = 'ai';

const stop = /[\s()"[\]]/;

const operatorAt = /^(AND|OR|NOT)(?=[\s()"“„«]|$)/;

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
  const km = /^(\d{1,5})\s*km$/.exec(word)?.[1];
  if (km) return { location_range: Number(km) };
  if (!word.startsWith('#')) return undefined;
  const quoted = /^#"(.*)"$/s.exec(word)?.[1];
  const id = quoted === undefined ? word.slice(1) : quoted.replaceAll('""', '"');
  return isSuggestionId(id) ? { suggestion_id: id } : undefined;
}

/** The words between brackets that begin at `at`, parted by commas outside quotation marks; `end` is -1 where no bracket closes them. */
function attributeWords(text: string, at: number): { words: string[]; end: number } {
  const words: string[] = [];
  let isQuoted = false;
  let from = at;
  for (let place = at; place < text.length; place += 1) {
    const sign = text[place];
    if (sign === '"' && (isQuoted || text[place - 1] === '#' || text[place - 1] === '"')) isQuoted = !isQuoted;
    if (isQuoted || (sign !== ',' && sign !== ']')) continue;
    words.push(text.slice(from, place).trim());
    from = place + 1;
    if (sign === ']') return { words: words.filter(Boolean), end: from };
  }
  return { words: [...words, text.slice(from).trim()].filter(Boolean), end: -1 };
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
  const { words, end } = attributeWords(text, at + 1);
  const errors: QueryError[] = end < 0 ? [{ key: 'query_bracket_open', position: at }] : [];
  let data: Partial<TermData> = {};
  for (const word of words) {
    const read = readAttribute(word);
    if (read) data = { ...data, ...read };
    else errors.push({ key: 'query_attribute_unknown', position: at, parts: { name: word } });
  }
  return { data, end: end < 0 ? text.length : end, errors };
}

/** Quotation marks as word processors and keyboards of other languages write them, with what closes each. */
const closers: Readonly<Record<string, string>> = { '"': '"', '“': '”“‟"', '”': '”"', '„': '“”‟"', '‟': '”"', '«': '»', '»': '«' };
export const quotationMarks = /["“”„‟«»]/;

interface Quoted {
  words: string;
  end: number;
  isOpen: boolean;
}

/** The words between quotation marks that begin at `at`; undefined where none do. */
function quotedAt(text: string, at: number): Quoted | undefined {
  const closing = closers[text[at] ?? ''];
  if (closing === undefined) return undefined;
  let end = at + 1;
  while (end < text.length && !closing.includes(text[end] ?? '')) end += 1;
  const isOpen = end === text.length;
  return { words: text.slice(at + 1, end), end: isOpen ? end : end + 1, isOpen };
}

/** A word as it stands, without the comma of a list behind it. */
function wordAt(text: string, at: number): Quoted {
  let end = at;
  while (end < text.length && !stop.test(text[end] ?? '')) end += 1;
  return { words: text.slice(at, end).replace(/[,;]+$/, ''), end, isOpen: false };
}

/**
 * Where the words of a prefix begin: behind its colon and blanks. undefined where none do, as another field, an operator, an exclusion, a
 * bracket or the end follows the blanks.
 */
function wordsBehind(text: string, colon: number): number | undefined {
  const [blanks = ''] = /^\s*/.exec(text.slice(colon + 1)) ?? [];
  const from = colon + 1 + blanks.length;
  if (from >= text.length || /[()[\]]/.test(text[from] ?? '')) return undefined;
  const isOther = blanks !== '' && /^(?:-|(?:AND|OR|NOT)(?=[\s()"“„«]|$)|[A-Za-z]+:(?!\/\/))/.test(text.slice(from, from + 40));
  return isOther ? undefined : from;
}

/** The words behind `ai:`, at `at`. A quotation mark among them stands twice, so that a request stays as it was made. */
function requestAt(text: string, at: number): Quoted {
  const [quoted, words = '', close] = /^"((?:[^"]|"")*)("?)/.exec(text.slice(at)) ?? [];
  if (quoted !== undefined) return { words: words.replaceAll('""', '"'), end: at + quoted.length, isOpen: close === '' };
  return quotedAt(text, at) ?? wordAt(text, at);
}

/** Reads the boolean text from left to right; what is wrong is collected, never thrown. */
export function lexQuery(text: string, field: QueryField): { tokens: Placed[]; errors: QueryError[] } {
  const tokens: Placed[] = [];
  const errors: QueryError[] = [];
  let at = 0;

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
      const meant = fieldNamed(prefix);
      if (meant) named = meant;
      else errors.push({ key: 'query_field_unknown', position: at, parts: { name: prefix } });
    }
    const from = prefix === undefined ? at : wordsBehind(text, at + prefix.length);
    const isEmpty = { key: 'query_field_empty', position: at, parts: { name: prefix ?? '' } } as const;
    if (from === undefined) {
      errors.push(isEmpty);
      at += (prefix ?? '').length + 1;
      return;
    }
    const quoted = quotedAt(text, from);
    const isQuoted = quoted !== undefined;
    const { words, end, isOpen } = quoted ?? wordAt(text, from);
    if (isOpen) errors.push({ key: 'query_quote_open', position: from });
    at = end;
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
    if (words.trim() === '') {
      if (prefix !== undefined) errors.push(isEmpty);
      return;
    }
    const data: TermData = { field: named, text: words, ...(isExcluded ? { is_excluded: true } : {}), ...near.data, ...attributes };
    const fault = wildcardFault(data);
    if (fault) errors.push({ key: fault.key, position: from + (isQuoted ? 1 : 0) + fault.offset });
    tokens.push({ entity: applied(data), position });
  };

  while (at < text.length) {
    const letter = text[at] ?? '';
    const operator = operatorAt.exec(text.slice(at, at + 4))?.[1] as 'AND' | 'OR' | 'NOT' | undefined;
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

import type { QueryError } from './errors.ts';
import { isQueryField, type QueryField } from './fields.ts';
import { applied, type QueryEntity, type TermData } from './term.ts';
import { maxProximity, wildcardFault } from './wildcard.ts';

/** An entity and where it begins in the text. */
export interface Placed {
  entity: QueryEntity;
  position: number;
}

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
    if (text[at] !== '[') return {};
    const open = at;
    const end = text.indexOf(']', at);
    at = end < 0 ? text.length : end + 1;
    let found: Partial<TermData> = {};
    if (end < 0) errors.push({ key: 'query_bracket_open', position: open });
    for (const word of text
      .slice(open + 1, end < 0 ? text.length : end)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)) {
      const read = readAttribute(word);
      if (read) found = { ...found, ...read };
      else errors.push({ key: 'query_attribute_unknown', position: open, parts: { name: word } });
    }
    return found;
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

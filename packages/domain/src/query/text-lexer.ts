import { invisibleCharacters } from '../text/invisible.ts';
import type { QueryError } from './errors.ts';
import { fieldNamed, type QueryField } from './fields.ts';
import { applied, isSuggestionId, type Operator, type QueryEntity, type TermData } from './term.ts';
import { type Quoted, type QueryText, quotedAt, wordAt } from './quotation.ts';
import { isBlank, signFault } from './sign-faults.ts';
import { plainSigns } from './signs.ts';
import { maxProximity, wildcardFault } from './wildcard.ts';

export interface Placed {
  entity: QueryEntity;
  position: number;
}

export const aiPrefix = 'ai';

const operatorAt = new RegExp(String.raw`^(AND|OR|NOT)(?=[\s()"“„‟«‹‘|${invisibleCharacters}]|$)`, 'u');
/** A single & separates words only between blanks: R&D. */
const operatorSign = /^(?:\|\|?|&&|&(?=\s|$))/;

const flags: Readonly<Record<string, Partial<TermData>>> = {
  main: { is_main_skill: true },
  exact: { whithSynonym: false },
  known: { is_known: true },
  fixed: { is_read_only: true },
};

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
  end?: number;
  isWrong?: boolean;
}
const noProximity: Proximity = { data: {} };

function readProximity(text: string, at: number, words: string): Proximity {
  if (text[at] !== '~') return noProximity;
  const digits = /^~(\d{1,3})(?![\p{L}\p{N}])/u.exec(text.slice(at, at + 6))?.[1] ?? '';
  const proximity = Number(digits);
  const isWrong = proximity < 1 || proximity > maxProximity || !/\S\s+\S/.test(words);
  return { data: isWrong ? {} : { proximity }, end: at + 1 + digits.length, isWrong };
}

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

/** Undefined if another field, operator, exclusion, bracket or the end follows. */
function wordsBehind(text: string, colon: number): number | undefined {
  const [blanks = ''] = /^\s*/.exec(text.slice(colon + 1)) ?? [];
  const from = colon + 1 + blanks.length;
  if (from >= text.length || /[()[\]]/.test(text[from] ?? '')) return undefined;
  const isOther = blanks !== '' && /^(?:[-!|]|&&|(?:AND|OR|NOT)(?=[\s()"“„«]|$)|[A-Za-z]+:(?!\/\/))/.test(text.slice(from, from + 40));
  return isOther ? undefined : from;
}

function requestAt(text: QueryText, at: number): Quoted {
  const [quoted, words = '', close] = /^"((?:[^"]|"")*)("?)/.exec(text.written.slice(at)) ?? [];
  if (quoted !== undefined) return { words: words.replaceAll('""', '"'), end: at + quoted.length, isOpen: close === '' };
  return quotedAt(text, at) ?? wordAt(text, at);
}

const isExclusion = (text: string, at: number): boolean =>
  (text[at] === '-' || text[at] === '!') && at + 1 < text.length && !isBlank(text[at + 1] ?? '');

interface Lexer {
  text: QueryText;
  field: QueryField;
  tokens: Placed[];
  errors: QueryError[];
  at: number;
}

const pushOperator = ({ tokens }: Lexer, operator: Operator, position: number) =>
  tokens.push({ entity: { type: 'OPERATOR', operator }, position });

function readRequest(lexer: Lexer, position: number, isExcluded: boolean): void {
  const from = lexer.at + aiPrefix.length + 1;
  const request = requestAt(lexer.text, from);
  if (request.isOpen) lexer.errors.push({ key: 'query_quote_open', position: from });
  if (isExcluded) pushOperator(lexer, 'NOT', position);
  if (request.words.trim() !== '') lexer.tokens.push({ entity: { type: 'AI', text: request.words }, position });
  lexer.at = request.end;
}

interface TermStart {
  position: number;
  prefix: string | undefined;
  isExcluded: boolean;
  from: number;
}

function readWords(lexer: Lexer, { position, prefix, isExcluded, from }: TermStart) {
  const { text, errors, at: start } = lexer;
  const quoted = quotedAt(text, from);
  const { words, end, isOpen } = quoted ?? wordAt(text, from);
  if (isOpen) errors.push({ key: 'query_quote_open', position: from });
  const near = quoted ? readProximity(text.plain, end, words) : noProximity;
  if (near.isWrong) errors.push({ key: 'query_proximity', position: end, parts: { max: String(maxProximity) } });
  const attributes = attributesAt(text.written, near.end ?? end);
  errors.push(...attributes.errors);
  lexer.at = Math.max(attributes.end, position + 1);
  if (words.trim() === '') {
    if (prefix !== undefined) errors.push({ key: 'query_field_empty', position: start, parts: { name: prefix } });
    else if (!quoted && (isExcluded || end === from))
      errors.push({ key: 'query_sign_alone', position, parts: { sign: text.written.slice(position, lexer.at) } });
    return undefined;
  }
  const fault = quoted ? undefined : signFault(words);
  if (fault) errors.push({ key: fault.key, position: from + fault.offset, parts: fault.parts });
  else if (!quoted && prefix === undefined && /^not$/i.test(words)) errors.push({ key: 'query_not_as_term', position: from });
  return { text: words, wordsAt: quoted ? from + 1 : from, marks: { ...near.data, ...attributes.data } };
}

function readTerm(lexer: Lexer): void {
  const { text, errors, tokens, at: position } = lexer;
  let isExcluded = isExclusion(text.plain, position);
  if (isExcluded) lexer.at += 1;
  if (isExcluded && text.plain[lexer.at] === '(') {
    pushOperator(lexer, 'NOT', position);
    return;
  }
  const start = lexer.at;
  const written = /^([A-Za-z]+(?:-[A-Za-z]+)*):(?!\/\/)/.exec(text.plain.slice(start, start + 40))?.[1];
  // Words such as front-end:react stay text.
  const prefix = written?.includes('-') && !fieldNamed(written) ? undefined : written;
  if (prefix === aiPrefix) {
    readRequest(lexer, position, isExcluded);
    return;
  }
  const named = prefix === undefined ? lexer.field : fieldNamed(prefix);
  if (!named) errors.push({ key: 'query_field_unknown', position: start, parts: { name: prefix ?? '' } });
  let from = prefix === undefined ? start : wordsBehind(text.plain, start + prefix.length);
  if (from === undefined) {
    errors.push({ key: 'query_field_empty', position: start, parts: { name: prefix ?? '' } });
    lexer.at += (prefix ?? '').length + 1;
    return;
  }
  // skill:-Python means -skill:Python.
  if (text.plain[from - 1] === ':' && isExclusion(text.plain, from)) {
    isExcluded = true;
    from += 1;
  }
  const read = readWords(lexer, { position, prefix, isExcluded, from });
  if (!read) return;
  const data: TermData = {
    field: named ?? lexer.field,
    text: read.text,
    ...(isExcluded ? { is_excluded: true } : {}),
    ...read.marks,
  };
  const fault = wildcardFault(data);
  if (fault) errors.push({ key: fault.key, position: read.wordsAt + fault.offset });
  tokens.push({ entity: applied(data), position });
}

function readToken(lexer: Lexer): void {
  const { text, tokens, at } = lexer;
  const letter = text.plain[at] ?? '';
  const operator = operatorAt.exec(text.plain.slice(at, at + 4))?.[1] as Operator | undefined;
  const sign = operatorSign.exec(text.plain.slice(at, at + 2))?.[0];
  if (isBlank(letter)) lexer.at += 1;
  else if (letter === '(' || letter === ')') {
    tokens.push({ entity: { type: 'PAREN', side: letter === '(' ? 'open' : 'close' }, position: at });
    lexer.at += 1;
  } else if (operator) {
    pushOperator(lexer, operator, at);
    lexer.at += operator.length;
  } else if (sign) {
    pushOperator(lexer, sign.startsWith('|') ? 'OR' : 'AND', at);
    lexer.at += sign.length;
  } else readTerm(lexer);
}

/** Collects errors, never throws. */
export function lexQuery(written: string, field: QueryField): { tokens: Placed[]; errors: QueryError[] } {
  const lexer: Lexer = { text: { written, plain: plainSigns(written) }, field, tokens: [], errors: [], at: 0 };
  while (lexer.at < written.length) readToken(lexer);
  return { tokens: lexer.tokens, errors: lexer.errors };
}

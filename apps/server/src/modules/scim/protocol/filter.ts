import { invalid, type ScimType } from './error.ts';
import { attributeName } from './names.ts';

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Comparison = (typeof comparisons)[number];

/** RFC 7644, 3.4.2.2. Names as returned by `attributeName`. */
export type Filter =
  | { kind: 'compare'; name: string; comparison: Comparison; value: string | number | boolean | null }
  | { kind: 'present'; name: string }
  | { kind: 'not'; term: Filter }
  | { kind: 'and' | 'or'; terms: readonly Filter[] }
  | { kind: 'some'; name: string; term: Filter };

export interface PatchPath {
  name: string;
  filter?: Filter | undefined;
  part?: string | undefined;
}

const maxLength = 4000;
const maxDepth = 20;
const maxTerms = 100;

const nextToken = /[\t\n\r ]*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;
const number = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i;

class Reader {
  readonly #tokens: string[] = [];
  readonly #fault: ScimType;
  #at = 0;
  #terms = 0;
  constructor(text: string, fault: ScimType) {
    this.#fault = fault;
    if (text.length > maxLength) throw this.fault(`At most ${maxLength} characters`);
    const trimmed = text.trim();
    nextToken.lastIndex = 0;
    while (nextToken.lastIndex < trimmed.length) {
      const found = nextToken.exec(trimmed);
      if (!found) throw this.fault('Not understood');
      this.#tokens.push(found[1] ?? found[2] ?? found[3] ?? '');
    }
  }

  fault(detail: string) {
    return invalid(detail, this.#fault);
  }

  peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  word(): string | undefined {
    return this.peek()?.toLowerCase();
  }

  take(): string {
    const token = this.peek();
    if (token === undefined) throw this.fault('It ends too early');
    this.#at += 1;
    return token;
  }

  skip(token: string): void {
    if (this.take() !== token) throw this.fault(`Expected ${token}`);
  }

  name(): string {
    const token = this.take();
    const name = attributeName(token);
    if (name === undefined) throw this.fault(`Not an attribute: ${token.slice(0, 100)}`);
    return name;
  }

  countTerm(): void {
    this.#terms += 1;
    if (this.#terms > maxTerms) throw this.fault(`At most ${maxTerms} comparisons`);
  }

  end(): void {
    if (this.peek() !== undefined) throw this.fault(`Not expected: ${this.take().slice(0, 100)}`);
  }
}

function readValue(reader: Reader): string | number | boolean | null {
  const token = reader.take();
  if (token.startsWith('"')) {
    try {
      return JSON.parse(token) as string;
    } catch {
      throw reader.fault('A text is not written as in JSON');
    }
  }
  const word = token.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (word === 'null') return null;
  // Some clients send ids without quotes. Numbers that do not round-trip stay strings.
  if (number.test(token)) return String(Number(token)) === token ? Number(token) : token;
  throw reader.fault(`Not a value: ${token.slice(0, 100)}`);
}

function readComparison(reader: Reader, name: string): Filter {
  reader.countTerm();
  const word = reader.take().toLowerCase();
  if (word === 'pr') return { kind: 'present', name };
  const comparison = comparisons.find((each) => each === word);
  if (!comparison) throw reader.fault(`Not an operator: ${word.slice(0, 100)}`);
  return { kind: 'compare', name, comparison, value: readValue(reader) };
}

function readPart(reader: Reader): string | undefined {
  const token = reader.word();
  if (!token?.startsWith('.')) return undefined;
  reader.take();
  const part = attributeName(token.slice(1));
  if (part === undefined) throw reader.fault('Not an attribute');
  return part;
}

function readTerm(reader: Reader, depth: number): Filter {
  if (depth > maxDepth) throw reader.fault(`At most ${maxDepth} levels`);
  if (reader.peek() === '(') {
    reader.take();
    const inner = readFilter(reader, depth + 1);
    reader.skip(')');
    return inner;
  }
  if (reader.word() === 'not') {
    reader.take();
    return { kind: 'not', term: readTerm(reader, depth + 1) };
  }
  const name = reader.name();
  if (reader.peek() !== '[') return readComparison(reader, name);
  reader.take();
  const term = readFilter(reader, depth + 1);
  reader.skip(']');
  const part = readPart(reader);
  if (part === undefined) return { kind: 'some', name, term };
  return { kind: 'some', name, term: { kind: 'and', terms: [term, readComparison(reader, part)] } };
}

function readChain(reader: Reader, kind: 'and' | 'or', next: () => Filter): Filter {
  const terms = [next()];
  while (reader.word() === kind) {
    reader.take();
    terms.push(next());
  }
  return terms.length === 1 && terms[0] ? terms[0] : { kind, terms };
}

const readFilter = (reader: Reader, depth: number): Filter =>
  readChain(reader, 'or', () => readChain(reader, 'and', () => readTerm(reader, depth)));

export function parseFilter(text: string): Filter {
  const reader = new Reader(text, 'invalidFilter');
  const filter = readFilter(reader, 0);
  reader.end();
  return filter;
}

/** `name.familyName`, `emails[type eq "work"].value`. */
export function parsePatchPath(text: string): PatchPath {
  const reader = new Reader(text, 'invalidPath');
  const name = reader.name();
  if (reader.peek() !== '[') {
    reader.end();
    return { name };
  }
  reader.take();
  const filter = readFilter(reader, 0);
  reader.skip(']');
  const part = readPart(reader);
  reader.end();
  return { name, filter, part };
}

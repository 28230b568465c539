import { type SearchDocument, SearchError } from '../port.ts';
import type { SearchSchema } from '../schema.ts';

const largestId = 2 ** 31 - 1;
const largestNumber = 2 ** 30;

function refuse(document: SearchDocument, what: string): never {
  throw new SearchError('bad_query', `document ${document.id}: ${what}`);
}

type Known = Record<'terms' | 'numbers' | 'texts' | 'points', ReadonlySet<string>>;
const knownOf = new WeakMap<SearchSchema, Known>();

function known(schema: SearchSchema): Known {
  const cached = knownOf.get(schema);
  if (cached) return cached;
  const made: Known = {
    terms: new Set(Object.keys(schema.terms)),
    numbers: new Set(schema.numbers),
    texts: new Set(Object.keys(schema.texts)),
    points: new Set(schema.points),
  };
  knownOf.set(schema, made);
  return made;
}

function checkHead(document: SearchDocument): void {
  const { id, owner, freshness, completeness } = document;
  if (!Number.isInteger(id) || id < 1 || id > largestId) refuse(document, 'the id is out of range');
  if (!Number.isInteger(owner) || owner < 0 || owner > largestId) refuse(document, 'the owner is out of range');
  if (!(freshness >= 0 && freshness <= 1 && completeness >= 0 && completeness <= 1)) refuse(document, 'the static rank is out of range');
}

function checkFields(schema: SearchSchema, document: SearchDocument): void {
  const fields = known(schema);
  for (const field in document.terms) if (!fields.terms.has(field)) refuse(document, `there is no term field ${field}`);
  for (const field in document.texts) if (!fields.texts.has(field)) refuse(document, `there is no text field ${field}`);
  for (const field in document.points) if (!fields.points.has(field)) refuse(document, `there are no points ${field}`);
  for (const field in document.numbers) {
    if (!fields.numbers.has(field)) refuse(document, `there is no number ${field}`);
    const value = document.numbers[field]!;
    if (!Number.isInteger(value) || Math.abs(value) > largestNumber) refuse(document, `${field} is not a whole number in range`);
  }
}

/** Throws `bad_query` for values out of range and for fields that the schema lacks. */
export function checkDocument(schema: SearchSchema, document: SearchDocument): void {
  checkHead(document);
  checkFields(schema, document);
}

export const staticRankOf = ({ staticRank }: SearchSchema, document: { freshness: number; completeness: number }): number =>
  Math.round(document.freshness * staticRank.freshness + document.completeness * staticRank.completeness);

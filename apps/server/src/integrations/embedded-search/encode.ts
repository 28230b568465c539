import { type SearchDocument, SearchError } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import type { EncodedDocument } from './protocol.ts';
import type { Terms } from './terms.ts';

const largestId = 2 ** 31 - 1;
const largestNumber = 2 ** 30;

function refuse(document: SearchDocument, what: string): never {
  throw new SearchError('bad_query', `document ${document.id}: ${what}`);
}

function checkFields(document: SearchDocument, given: { kind: string; values: object }, known: (field: string) => boolean): void {
  for (const field of Object.keys(given.values)) if (!known(field)) refuse(document, `there is no ${given.kind} ${field}`);
}

/** Puts numbers for terms and the standing for freshness and completeness. Throws `bad_query` for what the schema does not know. */
export function encodeDocument(schema: SearchSchema, terms: Terms, document: SearchDocument): EncodedDocument {
  const { id, owner, freshness, completeness } = document;
  if (!Number.isInteger(id) || id < 1 || id > largestId) refuse(document, 'the id is out of range');
  if (!Number.isInteger(owner) || owner < 0 || owner > largestId) refuse(document, 'the owner is out of range');
  if (!(freshness >= 0 && freshness <= 1 && completeness >= 0 && completeness <= 1)) refuse(document, 'the standing is out of range');
  checkFields(document, { kind: 'term field', values: document.terms }, (field) => Object.hasOwn(schema.terms, field));
  checkFields(document, { kind: 'number', values: document.numbers }, (field) => schema.numbers.includes(field));
  checkFields(document, { kind: 'text field', values: document.texts }, (field) => Object.hasOwn(schema.texts, field));
  checkFields(document, { kind: 'points', values: document.points }, (field) => schema.points.includes(field));
  for (const [field, value] of Object.entries(document.numbers)) {
    if (!Number.isInteger(value) || Math.abs(value) > largestNumber) refuse(document, `${field} is not a whole number in range`);
  }
  return {
    id,
    owner,
    standing: standingOf(schema, document),
    terms: Object.fromEntries(
      Object.entries(document.terms).map(([field, values]) => [field, values.map((value) => terms.number(field, value))]),
    ),
    numbers: document.numbers,
    texts: document.texts,
    points: document.points,
  };
}

export const standingOf = ({ standing }: SearchSchema, document: { freshness: number; completeness: number }): number =>
  Math.round(document.freshness * standing.freshness + document.completeness * standing.completeness);

/** Documents of the source: one that cannot be indexed is told of and left out, so that it does not hold up all the others. */
export function encodeReadable(
  rules: { schema: SearchSchema; terms: Terms; refused: (id: number, reason: string) => void },
  documents: readonly SearchDocument[],
): EncodedDocument[] {
  return documents.flatMap((document) => {
    try {
      return encodeDocument(rules.schema, rules.terms, document);
    } catch (error) {
      rules.refused(document.id, String(error));
      return [];
    }
  });
}

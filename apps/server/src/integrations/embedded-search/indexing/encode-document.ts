import { checkDocument, staticRankOf } from '#modules/search/engine/check-document.ts';
import type { SearchDocument } from '#modules/search/port.ts';
import type { SearchSchema } from '#modules/search/schema.ts';
import { hashOf } from '../format/hashed-values.ts';
import type { EncodedDocument } from '../shard/protocol.ts';
import type { Ordinals } from '../format/ordinals.ts';

export function encodeDocument(schema: SearchSchema, terms: Ordinals, document: SearchDocument): EncodedDocument {
  checkDocument(schema, document);
  const { id, owner, hidden = false, numbers, texts, points } = document;
  const head = { id, owner, hidden, staticRank: staticRankOf(schema, document), terms: {}, lookups: {} };
  if (hidden) return { ...head, numbers: {}, texts: {}, points: {} };
  const encoded: EncodedDocument = { ...head, numbers, texts, points };
  for (const field in document.terms) {
    const values = document.terms[field]!;
    if (schema.terms[field]!.lookup) encoded.lookups[field] = values.flatMap(hashOf);
    else encoded.terms[field] = values.map((value) => terms.number(field, value));
  }
  return encoded;
}

import { createHash } from 'node:crypto';
import { tokenize } from '@headwater/domain/text/tokenize';
import { checkDocument, staticRankOf } from '#modules/search/engine/check-document.ts';
import type { SearchDocument } from '#modules/search/port.ts';
import type { SearchSchema, TextField } from '#modules/search/schema.ts';
import { formOf } from '#modules/search/text/forms.ts';
import type { Json } from './mapping.ts';
import { storeValue } from './values.ts';

export interface StoredDocument {
  key: string;
  digest: string;
  body: string;
}

export const keyOf = ({ id, owner }: { id: number; owner: number }): string => `${id}-${owner}`;

/** A form is one term without spaces; an empty one needs a place in the phrase as well. */
export const storedForm = (kind: TextField['form'], word: string): string => formOf(kind, word).replaceAll(' ', '_') || '_';

const map = <From, To>(record: Readonly<Record<string, From>>, convert: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, convert(value, name)]));

function fieldsOf(schema: SearchSchema, document: SearchDocument): Json {
  const words = map(document.texts, (values) => values.map(tokenize));
  return {
    t: map(document.terms, (values, name) => (schema.terms[name]?.lookup ? values : values.map(storeValue))),
    n: document.numbers,
    x: map(words, (values) => values.map((value) => value.join(' '))),
    y: map(words, (values, name) => values.map((value) => value.map((word) => storedForm(schema.texts[name]!.form, word)).join(' '))),
    p: document.points,
  };
}

/** `owners`: of all documents of the id. A company's document replaces the common one. */
export function storeDocument(schema: SearchSchema, document: SearchDocument, owners: readonly number[]): StoredDocument {
  checkDocument(schema, document);
  const { id, owner, hidden = false } = document;
  const fields = {
    id,
    owner,
    hidden,
    replaced: owner === 0 ? owners.filter((company) => company !== 0) : [],
    rank: staticRankOf(schema, document),
    ...(hidden ? {} : fieldsOf(schema, document)),
  };
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 16);
  return { key: keyOf(document), digest, body: JSON.stringify({ ...fields, digest }) };
}

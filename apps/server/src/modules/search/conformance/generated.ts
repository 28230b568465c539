import * as fc from 'fast-check';
import type { FacetFilter, FacetSet, GeoPoint, QueryNode, SearchDocument, SearchOptions, SearchSort } from '../port.ts';
import type { SearchSchema } from '../schema.ts';

const words = [
  'java',
  'JavaScript',
  'C++',
  'C#',
  '.NET',
  'Node.js',
  'senior',
  'developer',
  'Developers',
  'developing',
  'lead',
  'разработчик',
  'разработчика',
  'инженер',
  'ёлка',
  'елка',
  'С++',
  '1С',
  'de\u00advel\u00adoper',
  'Straße',
];
const names = ['Иванов', 'Ivanov', 'Юлия', 'Yulia', 'Julia', 'Щукин', 'Shchukin', 'Smith', "O'Neil", 'Łukasz', 'lukasz', 'Yıldız'];
const values = ['a', 'b', 'c', 'd e', 'Data Science', 'data', 'Привет', 'z'];
const changed = [[1], [2], [3], [0, 1], [0, 1], [0, 1], [0, 2], [2, 0], [1, 2], [0, 1, 2], [3, 1, 0]];
const owners = fc.oneof({ weight: 12, arbitrary: fc.constant([0]) }, { weight: changed.length, arbitrary: fc.constantFrom(...changed) });
const places: GeoPoint[] = [
  { lat: 55.7558, lon: 37.6173 },
  { lat: 55.9116, lon: 37.7308 },
  { lat: 59.9386, lon: 30.3141 },
  { lat: -33.8679, lon: 151.2073 },
];

const some = <T>(of: readonly T[], maxLength: number): fc.Arbitrary<T[]> => fc.array(fc.constantFrom(...of), { maxLength });
const sentence = (of: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...of), { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
const vocabulary = (schema: SearchSchema, field: string): readonly string[] => (schema.texts[field]?.form === 'name' ? names : words);

function record<T>(fields: readonly string[], value: (field: string) => fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.record(Object.fromEntries(fields.map((field) => [field, value(field)])), { requiredKeys: [] }) as fc.Arbitrary<
    Record<string, T>
  >;
}

const hidden = fc.constantFrom(false, false, false, true);

export const documentsOf = (schema: SearchSchema, largestId: number): fc.Arbitrary<SearchDocument[]> =>
  fc
    .tuple(fc.integer({ min: 1, max: largestId }), owners)
    .chain(([id, of]) => fc.tuple(...of.map((owner) => documentOf(schema, { id, owner }))));

function documentOf(schema: SearchSchema, { id, owner }: { id: number; owner: number }): fc.Arbitrary<SearchDocument> {
  const document = fc.record({
    id: fc.constant(id),
    owner: fc.constant(owner),
    hidden: owner === 0 ? fc.constant(false) : hidden,
    // Few distinct values, so that ties occur and are ordered by id.
    freshness: fc.constantFrom(0, 0.25, 0.5, 1),
    completeness: fc.constantFrom(0, 0.5, 1),
    terms: record(Object.keys(schema.terms), () => some(values, 4)),
    numbers: record(schema.numbers, () => fc.integer({ min: -2, max: 12 })),
    texts: record(Object.keys(schema.texts), (field) => fc.array(sentence(vocabulary(schema, field)), { maxLength: 2 })),
    points: record(schema.points, () => some(places, 2)),
  });
  return document.map((made) => ({ ...made, terms: withIncluded(schema, made.terms) }));
}

/** A field has the values of the fields that the schema declares within it. */
function withIncluded(schema: SearchSchema, terms: Record<string, string[]>): Record<string, string[]> {
  const including = structuredClone(terms);
  for (const [name, { within }] of Object.entries(schema.terms)) {
    if (within !== undefined) including[within] = [...new Set([...(including[within] ?? []), ...(terms[name] ?? [])])];
  }
  return including;
}

const tagged = { boost: fc.constantFrom(0, 0.5, 1, 3), tag: fc.constantFrom('x', 'y') };

function leafOf(schema: SearchSchema, largestId: number): fc.Arbitrary<QueryNode> {
  const text = fc.constantFrom(...Object.keys(schema.texts));
  const term = fc.record(
    {
      op: fc.constant('term' as const),
      field: fc.constantFrom(...Object.keys(schema.terms)),
      value: fc.constantFrom(...values, 'nobody'),
      ...tagged,
    },
    { requiredKeys: ['op', 'field', 'value'] },
  );
  const word = text.chain((field) =>
    fc.record(
      {
        op: fc.constant('word' as const),
        field: fc.constant(field),
        text: fc.oneof(fc.constantFrom(...vocabulary(schema, field), 'dev', 'раз', 'Ива', '!'), sentence(vocabulary(schema, field))),
        mode: fc.constantFrom('exact' as const, 'stem' as const, 'prefix' as const, 'prefixOfForm' as const),
        ...tagged,
      },
      { requiredKeys: ['op', 'field', 'text', 'mode'] },
    ),
  );
  const phrase = text.chain((field) =>
    fc.record({
      op: fc.constant('phrase' as const),
      field: fc.constant(field),
      text: fc.array(fc.constantFrom(...vocabulary(schema, field)), { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
      mode: fc.constantFrom('exact' as const, 'stem' as const),
      slop: fc.integer({ min: 0, max: 3 }),
    }),
  );
  const range = fc.record(
    {
      op: fc.constant('range' as const),
      field: fc.constantFrom(...schema.numbers),
      min: fc.integer({ min: -3, max: 12 }),
      max: fc.integer({ min: -3, max: 12 }),
    },
    { requiredKeys: ['op', 'field'] },
  );
  const near = fc.record({
    op: fc.constant('near' as const),
    field: fc.constantFrom(...schema.points),
    lat: fc.constantFrom(...places.map(({ lat }) => lat)),
    lon: fc.constantFrom(...places.map(({ lon }) => lon)),
    km: fc.constantFrom(0.5, 20, 160, 700, 15_000),
  });
  const ids = fc
    .array(fc.integer({ min: 1, max: largestId }), { maxLength: 30 })
    .map((list): QueryNode => ({ op: 'ids', ids: Uint32Array.from(new Set(list)) }));
  return fc.oneof({ weight: 1, arbitrary: fc.constant<QueryNode>({ op: 'all' }) }, term, word, word, phrase, range, near, ids);
}

export function treeOf(schema: SearchSchema, largestId: number): fc.Arbitrary<QueryNode> {
  const leaf = leafOf(schema, largestId);
  return fc.letrec<{ node: QueryNode }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({
        op: fc.constantFrom('and' as const, 'or' as const, 'or' as const, 'any' as const),
        of: fc.array(tie('node'), { maxLength: 3 }),
      }),
      fc.record({ op: fc.constant('not' as const), of: tie('node') }),
      fc.record({ op: fc.constant('prefer' as const), of: tie('node'), preferred: fc.array(tie('node'), { maxLength: 2 }) }),
    ),
  })).node;
}

const facetsOf = (schema: SearchSchema, kind: 'values' | 'range'): string[] =>
  Object.keys(schema.facets).filter((name) => schema.facets[name]?.kind === kind);

function filterOf(schema: SearchSchema, largestId: number): fc.Arbitrary<FacetFilter> {
  const conditions = fc.array(leafOf(schema, largestId), { maxLength: 2 });
  const chosen = fc.record(
    {
      kind: fc.constant('values' as const),
      facet: fc.constantFrom(...facetsOf(schema, 'values')),
      include: some([...values, 'special'], 2),
      exclude: some([...values, 'special'], 1),
      includeNodes: conditions,
      excludeNodes: conditions,
      match: fc.constantFrom('any' as const, 'all' as const),
    },
    { requiredKeys: ['kind', 'facet', 'include', 'exclude'] },
  );
  const range = fc.record(
    {
      kind: fc.constant('range' as const),
      facet: fc.constantFrom(...facetsOf(schema, 'range')),
      min: fc.integer({ min: -3, max: 8 }),
      max: fc.integer({ min: 0, max: 13 }),
      missing: fc.boolean(),
    },
    { requiredKeys: ['kind', 'facet'] },
  );
  return fc.oneof(chosen, range);
}

function setOf(schema: SearchSchema, largestId: number): fc.Arbitrary<FacetSet> {
  return fc.record({
    facet: fc.constantFrom(...facetsOf(schema, 'values')),
    value: fc.constantFrom('special', 'a'),
    ids: fc.array(fc.integer({ min: 1, max: largestId }), { maxLength: 20 }).map((list) => Uint32Array.from(new Set(list))),
  });
}

export function optionsOf(schema: SearchSchema, largestId: number): fc.Arbitrary<SearchOptions> {
  const byNumber = fc.record({
    by: fc.constant('number' as const),
    field: fc.constantFrom(...schema.numbers),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  });
  const sort: fc.Arbitrary<SearchSort> = fc.oneof(
    fc.constant({ by: 'relevance' as const }),
    fc.constant({ by: 'relevance' as const }),
    byNumber,
  );
  const facet = fc.record({
    facet: fc.constantFrom(...facetsOf(schema, 'values')),
    limit: fc.integer({ min: 0, max: 9 }),
    search: fc.constantFrom('', 'd', 'sci', 'при'),
    always: some(['z', 'nobody'], 2),
  });
  return fc.record({
    scope: fc.record({ companyId: fc.constantFrom(null, 1, 2, 3) }),
    filters: fc.array(filterOf(schema, largestId), { maxLength: 3 }),
    sets: fc.array(setOf(schema, largestId), { maxLength: 2 }),
    sort,
    page: fc.integer({ min: 1, max: 3 }),
    perPage: fc.constantFrom(0, 3, 20),
    facets: fc.uniqueArray(facet, { maxLength: 5, selector: (request) => request.facet }),
    histograms: fc.uniqueArray(
      fc.record({ facet: fc.constantFrom(...facetsOf(schema, 'range')), edges: fc.constantFrom([0], [0, 3, 6, 9]) }),
      {
        maxLength: 2,
        selector: (request) => request.facet,
      },
    ),
  });
}

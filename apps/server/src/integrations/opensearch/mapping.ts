import { createHash } from 'node:crypto';
import type { SearchSchema } from '#modules/search/schema.ts';
import { bounds } from '#modules/search/engine/check-query.ts';

export type Json = Record<string, unknown>;

export interface IndexSettings {
  shards: number;
  /** Undefined: one if the cluster has a second node. */
  replicas: number | undefined;
}

const keyword = { type: 'keyword', norms: false };
/** Words are made here, so the cluster only splits at spaces. */
const text = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'positions', position_increment_gap: 1_000 };

const propertiesOf = (names: readonly string[], property: (name: string) => Json): Json => ({
  dynamic: 'strict',
  properties: Object.fromEntries(names.map((name) => [name, property(name)])),
});

export function mappingOf(schema: SearchSchema): Json {
  const texts = Object.keys(schema.texts);
  return {
    dynamic: 'strict',
    // Documents come from PostgreSQL and are never read back.
    _source: { enabled: false },
    properties: {
      id: { type: 'integer' },
      owner: { type: 'integer' },
      hidden: { type: 'boolean', doc_values: false },
      replaced: { type: 'integer', doc_values: false },
      rank: { type: 'integer', index: false },
      digest: { type: 'keyword', index: false },
      t: propertiesOf(Object.keys(schema.terms), (name) => (schema.terms[name]?.lookup ? { ...keyword, doc_values: false } : keyword)),
      n: propertiesOf(schema.numbers, () => ({ type: 'integer' })),
      x: propertiesOf(texts, () => text),
      y: propertiesOf(texts, () => text),
      p: propertiesOf(schema.points, () => ({ type: 'geo_point' })),
    },
  };
}

/** Deleted documents keep their version for this time, so that a late write cannot restore them. */
const tombstones = '1h';

const fixedSettings = {
  // The writer refreshes after each batch of changes.
  refresh_interval: '-1',
  max_result_window: bounds.hits,
  max_terms_count: bounds.ids,
  max_regex_length: 10_000,
  gc_deletes: tombstones,
  // Counts of terms are estimates if segments are counted concurrently.
  'search.concurrent_segment_search.mode': 'none',
};

export const replicasOf = ({ replicas }: IndexSettings): Json =>
  replicas === undefined ? { auto_expand_replicas: '0-1' } : { auto_expand_replicas: false, number_of_replicas: replicas };

export function indexBody(schema: SearchSchema, settings: IndexSettings, aliases: readonly string[]): Json {
  return {
    settings: { index: { number_of_shards: settings.shards, number_of_replicas: 0, ...fixedSettings } },
    mappings: { ...mappingOf(schema), _meta: { fingerprint: fingerprintOf(schema, settings) } },
    aliases: Object.fromEntries(aliases.map((alias) => [alias, {}])),
  };
}

/** Another fingerprint needs another index. Replicas change in place. */
export function fingerprintOf(schema: SearchSchema, { shards }: IndexSettings): string {
  const described = JSON.stringify([schema, mappingOf(schema), fixedSettings, shards]);
  return createHash('sha256').update(described).digest('hex').slice(0, 12);
}

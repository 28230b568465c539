import type { ProfileView } from '@headwater/contract/profiles';
import { type FactOrigin, type FactSource, isStale, type OriginLayer, originOfEntry } from '@headwater/domain/profiles/fact-origins';
import type { Tx } from '#platform/database/database.ts';
import type { FragmentRow } from './store/fragments.ts';
import { findBase } from './store/fragments.ts';
import { listPositionKeys } from './store/position-layers.ts';
import type { ProfileRow } from './store/read.ts';

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
const keySources: readonly (readonly [RegExp, FactSource])[] = [
  [/^(?:file|upload):/, 'file'],
  [/^text:/, 'text'],
];

function sourceOfBase({ company_id: companyId, external_key: key }: ProfileRow): FactSource {
  if (companyId === null) return 'base';
  if (key === null || key.startsWith('form:')) return 'form';
  return keySources.find(([pattern]) => pattern.test(key))?.[1] ?? 'import';
}

interface Saves {
  fragments: readonly FragmentRow[];
  names: ReadonlyMap<number, string>;
}

const originOf = ({ source, on, by }: FactOrigin) => ({ source, on, by });

/** PPL-001: origin and age of the facts of a profile. */
export async function readOrigins(tx: Tx, row: ProfileRow, { fragments, names }: Saves) {
  const nameOf = (userId: number | null) => (userId === null ? null : (names.get(userId) ?? null));
  const profile: FactOrigin = {
    source: sourceOfBase(row),
    by: row.company_id === null ? null : nameOf(row.created_by),
    on: row.data.updated_on ?? dayOf(row.company_id === null ? row.updated_at : row.created_at),
  };
  const saves = fragments.map((save): FactOrigin & FragmentRow => ({ ...save, by: nameOf(save.created_by), on: dayOf(save.updated_at) }));
  const fields = Object.fromEntries(saves.flatMap((save) => save.fields.map((field) => [field, originOf(save)] as const)));
  const keys = await listPositionKeys(tx, row.id);
  const base = keys.size > 0 ? (await findBase(tx, row.id))?.data.positions : row.data.positions;
  const layers: OriginLayer[] = [
    { ...profile, entries: base },
    ...saves.map((save) => ({ ...originOf(save), entries: keys.get(save.id) })),
  ];
  return { origins: { profile, fields }, layers };
}

type Position = ProfileView['current_positions'][number];

/** Adds the origin to presented positions. */
export const withOrigins = (positions: readonly Position[], layers: readonly OriginLayer[], now: Date): Position[] =>
  positions.map((position) => {
    const found = originOfEntry('positions', layers, position);
    return {
      ...position,
      origin: found ? originOf(found) : null,
      is_stale: position.is_current && found !== undefined && isStale(found, now),
    };
  });

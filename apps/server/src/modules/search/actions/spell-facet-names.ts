import { createLru } from '@headwater/domain/lru';
import { type Facet, facets, facetTypes, type WrittenIn } from '@headwater/domain/query/facets';
import type { Actor } from '@headwater/domain/roles';
import type { SearchPort } from '../port.ts';
import type { FacetAnswers } from '../present-facets.ts';
import { isFreeValue, valueOf } from '../reference-ids.ts';
import { profileSchema } from '../schema.ts';
import { writtenNames } from '../store/written-names.ts';
import type { SearchContext } from './run-search.ts';

const spelled = createLru<string, string>(50_000);
const atOnce = 8;

const written = facets.flatMap((facet) => {
  const { writtenIn } = facetTypes[facet];
  return writtenIn ? [{ facet, writtenIn }] : [];
});

/** The index holds unknown names in lower case: shows the spelling of the first profile. */
export async function spellNames(context: SearchContext, actor: Actor, { engine, answers }: { engine: SearchPort; answers: FacetAnswers }) {
  for (const { facet, writtenIn } of written) {
    const free = answers[facet]?.values.filter(({ id }) => isFreeValue(id)) ?? [];
    const keyOf = (id: string) => `${actor.company.id} ${facet} ${id}`;
    for (const value of free) value.name = spelled.get(keyOf(value.id)) ?? value.name;
    const unknown = free.filter(({ id }) => spelled.get(keyOf(id)) === undefined);
    if (unknown.length === 0) continue;
    const found = new Map(await lookUp(context, actor, { engine, facet, writtenIn, values: unknown.map(({ id }) => id) }));
    for (const [id, name] of found) spelled.set(keyOf(id), name);
    for (const value of unknown) value.name = found.get(value.id) ?? value.name;
  }
}

interface Unknown {
  engine: SearchPort;
  facet: Facet;
  writtenIn: WrittenIn;
  values: readonly string[];
}

async function lookUp(
  { database }: SearchContext,
  actor: Actor,
  { engine, facet, writtenIn, values }: Unknown,
): Promise<[string, string][]> {
  const { field } = profileSchema.facets[facet];
  const companyId = actor.company.id;
  const holders = new Set<number>();
  for (let at = 0; at < values.length; at += atOnce) {
    const found = await Promise.all(
      values
        .slice(at, at + atOnce)
        .map((value) => engine.search({ op: 'term', field, value }, { scope: { companyId }, perPage: 1 }).catch(() => undefined)),
    );
    for (const id of found.flatMap((result) => result?.hits[0]?.id ?? [])) holders.add(id);
  }
  if (holders.size === 0) return [];
  const names = await database.readInCompany(companyId, (tx) => writtenNames(tx, [...holders], writtenIn));
  const missing = new Set(values);
  const named = names.map((name): [string, string] => [valueOf(undefined, name), name.trim().replace(/\s+/g, ' ')]);
  return named.filter(([id]) => missing.has(id));
}

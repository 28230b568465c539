import { type City, loadCities } from './cities.ts';
import { normalizeName } from './normalize-name.ts';
import { indexNames } from './name-lookup.ts';
import { once } from './once.ts';
import { regionNames } from './region-names.ts';

export interface Region {
  /** `<country>.<name as listed>`, such as 'DE.Bavaria'; key of profiles in its cities. */
  id: string;
  country: string;
  name: string;
  nameRu: string | null;
  aliases: string[];
  isNamedAsCity: boolean;
}

function writtenNames(country: string): Map<string, { name: string; nameRu: string }> {
  const parts = (regionNames[country] ?? '').split(';').map((part) => part.trim().split('='));
  return new Map(parts.map(([listed = '', name = '', nameRu = '']) => [listed, { name: name || listed, nameRu }]));
}

interface RegionEntry {
  country: string;
  admin1: string;
  population: number;
}

function gather(cities: readonly City[]): { regions: Map<string, RegionEntry>; named: Map<string, City> } {
  const regions = new Map<string, RegionEntry>();
  const named = new Map<string, City>();
  for (const city of cities) {
    const { country, admin1, population } = city;
    for (const name of [city.name, city.ascii]) if (!named.has(`${country}.${name}`)) named.set(`${country}.${name}`, city);
    if (!admin1) continue;
    const known = regions.get(`${country}.${admin1}`);
    if (known) known.population += population;
    else regions.set(`${country}.${admin1}`, { country, admin1, population });
  }
  return { regions, named };
}

export const loadRegions: () => Region[] = once(() => {
  const { regions, named } = gather(loadCities());
  const written = new Map(Object.keys(regionNames).map((country) => [country, writtenNames(country)]));
  return [...regions]
    .toSorted(([, one], [, other]) => other.population - one.population)
    .map(([id, { country, admin1 }]) => {
      const known = written.get(country)?.get(admin1);
      const name = known?.name ?? admin1;
      const nameRu = known?.nameRu ?? named.get(id)?.nameRu ?? null;
      return { id, country, name, nameRu, aliases: name === admin1 ? [] : [admin1], isNamedAsCity: named.has(`${country}.${name}`) };
    });
});

const byId = once(() => new Map(loadRegions().map((region) => [region.id, region])));
const byName = once(() => indexNames(loadRegions()));

export function regionById(id: string): Region | undefined {
  return byId().get(id);
}

/** Most populous first. */
export const regionsNamed = (text: string): Region[] => byName().get(normalizeName(text)) ?? [];

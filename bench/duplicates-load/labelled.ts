import type { ProfileData } from '@headwater/contract/profile-data';
import { generateProfile } from '../../apps/server/src/modules/demo/generate.ts';
import { randomFor } from '../../apps/server/src/modules/demo/random.ts';
import { families, type Strangers } from './families.ts';

/** A profile of the labelled set: `person` says whose it is, `family` how it came about. */
export interface Labelled {
  family: string;
  person: string;
  profile: ProfileData;
}

const seed = 20_261_123;
/** People of these numbers are in no base. */
const firstStranger = 50_000_000;

/** So many of each family, the same ones each time. Each is made of people of its own. */
export function* labelledPeople({ each, today }: { each: number; today: Date }): Generator<Labelled> {
  let next = firstStranger;
  const any = () => generateProfile(next++, { today, keyPrefix: 'stranger' });
  const people: Strangers = {
    any,
    one(_random, fits) {
      for (;;) {
        const profile = any();
        if (fits(profile)) return profile;
      }
    },
  };
  for (const [order, family] of families.entries()) {
    for (let index = 0; index < each; index += 1) {
      const profiles = family.make(randomFor(seed + order, index), people);
      for (const [at, profile] of profiles.entries()) {
        const person = family.same ? `${family.name} ${index}` : `${family.name} ${index} ${at}`;
        yield { family: family.name, person, profile: { ...profile, external_key: `labelled:${order}:${index}:${at}` } };
      }
    }
  }
}

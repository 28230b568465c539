import type { ProfileData } from '@headwater/contract/profile-data';
import { generateProfile } from '../../apps/server/src/modules/demo/generate.ts';
import { randomFor } from '../../apps/server/src/modules/demo/random.ts';
import { families, type NewPeople } from './families.ts';

/** `person` identifies the person, `family` the kind of pair. */
export interface Labelled {
  family: string;
  person: string;
  profile: ProfileData;
}

const seed = 20_261_123;
/** Outside the ids of any base. */
const firstStranger = 50_000_000;

/** Deterministic; each group has people of its own. */
export function* labelledPeople({ each, today }: { each: number; today: Date }): Generator<Labelled> {
  let next = firstStranger;
  const any = () => generateProfile(next++, { today, keyPrefix: 'stranger' });
  const people: NewPeople = {
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

import { generateProfile } from '../../apps/server/src/modules/demo/generate.ts';
import { upsertProfiles } from '../../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import type { Application } from '../../apps/server/src/app.ts';
import { type BenchRow, makeRow } from '../row.ts';
import { percentile } from './clients.ts';

interface Reached {
  application: Application;
  origin: string;
  headers: Record<string, string>;
  companyId: number;
}

const changes = 100;
const patienceMs = 5_000;

// A unique name without digits, which would make it a phone number.
const nameOf = (number: number): string =>
  `zq${[...`${Date.now() % 1e9}${number}`].map((digit) => String.fromCodePoint(97 + Number(digit))).join('')}`;

async function totalOf({ origin, headers }: Reached, lastName: string): Promise<number> {
  const q = JSON.stringify([`name:${lastName}`]);
  const answer = await fetch(`${origin}/api/v6/profiles/?${new URLSearchParams({ q }).toString()}`, {
    headers: { ...headers, 'x-forwarded-for': `10.9.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}` },
  });
  if (answer.status !== 200) throw new Error(`a search answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { total: number }).total;
}

/** Saves one profile, as the form does. `companyId` null: in the common base. */
async function write({ application }: Reached, lastName: string, companyId: number | null): Promise<void> {
  const person = generateProfile(1, { today: systemClock.now(), keyPrefix: `change-${lastName}` });
  const batch = [{ ...person, last_name: lastName, name_latin: null }];
  if (companyId === null) await application.database.asSystem((tx) => upsertProfiles(tx, batch, { companyId: null, createdBy: null }));
  else await application.database.inCompany(companyId, (tx) => upsertProfiles(tx, batch, { companyId, createdBy: null }));
}

/** Time until a change is found: own ones by the next search, others by polling. */
export async function measureChanges(reached: Reached): Promise<BenchRow[]> {
  const own: number[] = [];
  const others: number[] = [];
  let unseen = 0;
  for (let number = 0; number < changes; number++) {
    const mine = nameOf(number * 2);
    await write(reached, mine, reached.companyId);
    const asked = performance.now();
    if ((await totalOf(reached, mine)) !== 1) unseen++;
    own.push(performance.now() - asked);

    const theirs = nameOf(number * 2 + 1);
    await write(reached, theirs, null);
    const written = performance.now();
    while ((await totalOf(reached, theirs)) === 0) {
      if (performance.now() - written > patienceMs) throw new Error('a change was not found after 5 s');
    }
    others.push(performance.now() - written);
  }
  return [
    makeRow('own change', 'not found by the next search', { value: unseen, target: 0 }),
    makeRow('own change', 'next search p99 ms', { value: percentile(own, 0.99) }),
    makeRow("somebody else's change", 'found after, p99 ms', { value: percentile(others, 0.99), target: 1_000 }),
  ];
}

import { randomUUID } from 'node:crypto';
import { insertUser } from '../apps/server/src/modules/accounts/public.ts';
import { hashPassword } from '../apps/server/src/platform/crypto/passwords.ts';
import { growSparingly } from '../apps/server/src/platform/memory.ts';
import type { BenchRow } from './row.ts';
import { type Ask, type Load, type Measured, measure, percentile } from './search-load/clients.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { replay } from './search-load/queries.ts';
import { plainRow, rowsOf } from './search-load/table.ts';
import { shownFacets } from '../apps/server/src/modules/search/present-facets.ts';

const password = 'Sign-In-Bench-1!';
/** Searches of one round: what is asked while the last sign-ins end is measured no more. */
const roundOf = 50;

const searches = (count: number): Ask[] =>
  replay(count).map(({ q, f }) => ({
    path: `/api/v6/profiles/?${new URLSearchParams({ q, f, facets: shownFacets.join(',') }).toString()}`,
  }));

/** As many accounts as sign in at once, whose passwords are hashed as those of people are. */
async function addPeople({ application: { database } }: Installation, companyId: number, count: number): Promise<string[]> {
  const run = randomUUID();
  const [emails, passwordHash] = [Array.from({ length: count }, (_, at) => `${run}-${at}@bench.test`), await hashPassword(password)];
  const person = { companyId, passwordHash, firstName: 'Sam', lastName: 'Bench', role: 'worker', canSearch: true } as const;
  await database.asSystem(async (tx) => {
    for (const email of emails) await insertUser(tx, { ...person, email });
  });
  return emails;
}

/** Both at once: searches are asked, round by round, until everybody has signed in. */
async function measureBoth(search: Omit<Load, 'asks'>, signIns: Load): Promise<{ searched: Measured; signedIn: Measured }> {
  const state = { isOver: false };
  const ended = measure(signIns).finally(() => (state.isOver = true));
  const searched: Measured = { times: [], seconds: 0, failures: [], bytes: 0, cpuMs: 0 };
  for (let from = 0; !state.isOver; from += roundOf) {
    const round = await measure({ ...search, asks: searches(from + roundOf).slice(from) });
    if (state.isOver && searched.times.length > 0) break;
    searched.times.push(...round.times);
    searched.failures.push(...round.failures);
    searched.seconds += round.seconds;
  }
  return { searched, signedIn: await ended };
}

export interface SignInBenchOptions {
  /** How many invented people are searched; default 20,000. */
  profiles?: number;
  /** Who sign in at once, over and over; default 50. */
  people?: number;
  /** Sign-ins in all; default 1,500. */
  'sign-ins'?: number;
  /** Searches without sign-ins, before and after; default 1,000 each. */
  searches?: number;
  /** Who search at once; default 2. */
  clients?: number;
  /** A folder that keeps the people and the index for the next run. */
  'data-dir'?: string;
}

/** Whole HTTP answers of search while people sign in without a pause, beside the same without anybody who does. */
export async function run(options: SignInBenchOptions): Promise<BenchRow[]> {
  const [people, count, clients, quiet] = [
    options.people ?? 50,
    options['sign-ins'] ?? 1_500,
    options.clients ?? 2,
    options.searches ?? 1_000,
  ];
  growSparingly();
  const installation = await openInstallation(options.profiles ?? 20_000, options['data-dir']);
  try {
    await installation.application.search.start();
    const { origin, headers, companyId } = await installation.listen();
    const emails = await addPeople(installation, companyId, people);
    const asks = Array.from({ length: count }, (_, at) => ({
      path: '/api/v6/login/',
      body: JSON.stringify({ email: emails[at % people], password }),
    }));
    const search = { origin, headers, clients };
    // What is kept of earlier answers is kept in both.
    await measure({ ...search, asks: searches(quiet) });
    const alone = await measure({ ...search, asks: searches(quiet) });
    const signIns = { origin, headers: { cookie: 'csrftoken=t', 'x-csrftoken': 't' }, asks, clients: people };
    const { searched, signedIn } = await measureBoth(search, signIns);
    const again = await measure({ ...search, asks: searches(quiet) });
    const before = { ...alone, times: [...alone.times, ...again.times], seconds: alone.seconds + again.seconds };
    const normal = percentile(before.times, 0.95);
    const name = `search by ${clients} while ${people} sign in`;
    return [
      ...rowsOf(name, { measured: searched, reference: before, targets: { 'p95 ms': Math.round(normal * 20) / 10 } }),
      {
        ...plainRow(name, 'p95, times that without sign-ins', { value: percentile(searched.times, 0.95) / normal, target: 2 }),
        reference: 1,
      },
      plainRow(name, 'searches measured', { value: searched.times.length }),
      ...rowsOf(`sign-ins of ${people} at once`, { measured: signedIn }),
    ];
  } finally {
    await installation.close();
  }
}

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Application, createApplication } from '../apps/server/src/app.ts';
import { readEnv } from '../apps/server/src/env.ts';
import { insertUser } from '../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../apps/server/src/modules/companies/public.ts';
import { generateProfiles } from '../apps/server/src/modules/demo/generate.ts';
import { upsertProfiles } from '../apps/server/src/modules/profiles/store/write.ts';
import { shownFacets } from '../apps/server/src/modules/search/present-facets.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { hashPassword } from '../apps/server/src/platform/crypto/passwords.ts';
import { migrate } from '../apps/server/src/platform/database/migrate.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/postgres/supervisor.ts';
import type { BenchRow } from './row.ts';
import { type Measured, measure, percentile } from './search-load/clients.ts';
import { fillTable, measurePostgres } from './search-load/postgres-alone.ts';
import { type BenchQuery, replay } from './search-load/queries.ts';

const password = 'Search-Bench-1!';
const rounds = 400;
const postgresRounds = 60;

const round = (value: number) => Math.round(value * 10) / 10;

async function fill({ database }: Application, count: number): Promise<number> {
  const start = performance.now();
  let batch: Parameters<typeof upsertProfiles>[1][number][] = [];
  const write = () => database.asSystem((tx) => upsertProfiles(tx, batch, { companyId: null, createdBy: null }));
  for (const profile of generateProfiles({ count, today: systemClock.now() })) {
    batch.push(profile);
    if (batch.length < 1000) continue;
    await write();
    batch = [];
  }
  if (batch.length > 0) await write();
  return (performance.now() - start) / 1000;
}

/** The cookie of a recruiter who has signed in through the front door. */
async function signIn({ database }: Application, origin: string): Promise<string> {
  const passwordHash = await hashPassword(password);
  const companyId = await database.asSystem((tx) => insertCompany(tx, { name: 'Bench', features: { gender_filter: true } }));
  const user = {
    companyId,
    email: 'recruiter@bench.test',
    passwordHash,
    firstName: 'Rita',
    lastName: 'Bench',
    role: 'worker' as const,
    canSearch: true,
  };
  await database.asSystem((tx) => insertUser(tx, user));
  const answer = await fetch(`${origin}/api/v6/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrftoken': 't', cookie: 'csrftoken=t' },
    body: JSON.stringify({ email: user.email, password }),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

const pathOf = (query: BenchQuery, facets: boolean) => {
  const parts = { q: query.q, f: query.f, ...(facets ? { facets: shownFacets.join(',') } : {}) };
  return `/api/v6/profiles/?${new URLSearchParams(parts).toString()}`;
};

const shares = [
  ['p50 ms', 0.5],
  ['p95 ms', 0.95],
  ['p99 ms', 0.99],
] as const;

interface Compared {
  measured: Measured;
  reference?: Measured | undefined;
  targets?: Readonly<Record<string, number>>;
}

const perSecond = ({ times, seconds }: Measured) => round(times.length / seconds);

function rowsOf(name: string, { measured, reference, targets = {} }: Compared): BenchRow[] {
  if (measured.failures.length > 0) throw new Error(`${name}: ${measured.failures.length} searches failed: ${measured.failures[0]}`);
  return [
    ...shares.map(([metric, share]) => ({
      case: name,
      metric,
      value: percentile(measured.times, share),
      target: targets[metric] ?? null,
      reference: reference ? percentile(reference.times, share) : null,
    })),
    {
      case: name,
      metric: 'searches/s',
      value: perSecond(measured),
      target: targets['searches/s'] ?? null,
      reference: reference ? perSecond(reference) : null,
    },
  ];
}

const targetsOf: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: { 'p95 ms': 40, 'p99 ms': 60 },
  4: { 'p95 ms': 90, 'searches/s': 90 },
  10: { 'p95 ms': 150, 'searches/s': 90 },
};

const plain = (name: string, metric: string, value: { value: number; target?: number }): BenchRow => ({
  case: name,
  metric,
  value: round(value.value),
  target: value.target ?? null,
  reference: null,
});

async function measureAll(
  application: Application,
  options: { url: string; origin: string; cookie: string; clients: readonly number[] },
): Promise<BenchRow[]> {
  const { origin, cookie, clients, url } = options;
  const headers = { cookie };
  const asked = replay(rounds);
  const full = asked.map((query) => pathOf(query, true));
  await measure({ origin, headers, paths: full.slice(0, 100), clients: 2 });
  await fillTable(url, application);
  const rows: BenchRow[] = [];
  for (const count of clients) {
    const measured = await measure({ origin, headers, paths: full, clients: count });
    const reference = await measurePostgres(url, asked.slice(0, postgresRounds), count);
    rows.push(
      ...rowsOf(`page, total, all facets; ${count} client${count > 1 ? 's' : ''}`, {
        measured,
        reference,
        targets: targetsOf[count] ?? {},
      }),
    );
  }
  const bare = await measure({ origin, headers, paths: asked.map((query) => pathOf(query, false)), clients: 1 });
  rows.push(...rowsOf('page and total; 1 client', { measured: bare, targets: { 'p95 ms': 15 } }));
  return rows;
}

/**
 * Whole HTTP answers over a replayed, skewed set of queries, beside PostgreSQL alone (GIN indexes, exact facets; no HTTP) on the same documents.
 * @param options.profiles how many invented people (20,000); options.clients one number of clients instead of 1, 4 and 10
 */
export async function run({ profiles = 20_000, clients }: { profiles?: number; clients?: number }): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-bench-'));
  chmodSync(dataDir, 0o711);
  const log = createLog('error');
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  // Behind a proxy, so that the limit of requests an address counts each pretended address for itself.
  const env = readEnv({ HEADWATER_DATA_DIR: dataDir, HEADWATER_DEMO: 'off', HEADWATER_LOG: 'silent', HEADWATER_BEHIND_PROXY: 'on' });
  try {
    await migrate(postgres.url);
    const application = createApplication({ env, databaseUrl: postgres.url, clock: systemClock, log });
    const http = await application.createHttp();
    try {
      const written = await fill(application, profiles);
      await application.search.start();
      const engine = await application.search.ready();
      const start = performance.now();
      await engine.rebuild();
      const built = (performance.now() - start) / 1000;
      await http.listen({ host: '127.0.0.1', port: 0 });
      const origin = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
      const cookie = await signIn(application, origin);
      const rows = await measureAll(application, { url: postgres.url, origin, cookie, clients: clients ? [clients] : [1, 4, 10] });
      return [
        plain(`${profiles} profiles`, 'written/s', { value: profiles / written }),
        plain(`${profiles} profiles`, 'index built from PostgreSQL, profiles/s', { value: profiles / built, target: 10_000 }),
        ...rows,
        plain('process after all searches', 'memory MB', { value: process.memoryUsage().rss / 1024 ** 2, target: 1024 }),
      ];
    } finally {
      await http.close();
      await application.close();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

import { Client } from 'pg';
import { releaseMemory, growSparingly } from '../apps/server/src/platform/memory.ts';
import { type BenchRow, makeRow } from './row.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { measurePeak, memoryNow } from './search-load/memory.ts';

interface Site {
  origin: string;
  headers: Record<string, string>;
  companyId: number;
}

const columns = [
  'name',
  'title',
  'company',
  'city',
  'email',
  'phone',
  'contact_links',
  'skills',
  'education',
  'status',
  'added',
  'profile',
];
const mb = (bytes: number) => Math.round((bytes / 1024 ** 2) * 10) / 10;

const json = ({ headers }: Site) => ({ ...headers, 'content-type': 'application/json' });

/** A vacancy with the first people of the base and closed contacts. */
async function makeVacancy({ url }: Installation, site: Site, people: number): Promise<number> {
  const answer = await fetch(`${site.origin}/api/v6/folders/`, {
    method: 'POST',
    headers: json(site),
    body: JSON.stringify({ name: `Export of ${people}` }),
  });
  if (answer.status !== 200) throw new Error(`a vacancy answered ${answer.status}: ${await answer.text()}`);
  const { id } = (await answer.json()) as { id: number };
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('update companies set contacts_per_month = null, contacts_per_month_user = null');
  await client.query(
    `insert into candidates (company_id, vacancy_id, profile_id, status_id, created_by)
     select $1, $2, profile.id, (select id from candidate_statuses where company_id = $1 order by position, id limit 1), (select created_by from vacancies where id = $2)
     from (select id from profiles where company_id is null order by id limit $3) as profile`,
    [site.companyId, id, people],
  );
  await client.query('analyze candidates');
  await client.end();
  return id;
}

interface Written {
  rows: number;
  bytes: number;
  firstByte: number;
  seconds: number;
}

/** Streams the table. */
async function read(site: Site, vacancy: number): Promise<Written> {
  const begin = performance.now();
  const since = () => (performance.now() - begin) / 1000;
  const body = JSON.stringify({ columns, excel_compatible: true });
  const answer = await fetch(`${site.origin}/api/vacancies/${vacancy}/candidates/export/csv`, {
    method: 'POST',
    headers: json(site),
    body,
  });
  if (answer.status !== 200 || !answer.body) throw new Error(`an export answered ${answer.status}: ${await answer.text()}`);
  let [rows, bytes, firstByte] = [0, 0, 0];
  for await (const piece of answer.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    firstByte ||= since();
    bytes += piece.length;
    for (const byte of piece) if (byte === 10) rows += 1;
  }
  // Without the separator line and the header.
  return { rows: rows - 2, bytes, firstByte, seconds: since() };
}

async function measure(installation: Installation, site: Site, { people, reference }: { people: number; reference?: number }) {
  const vacancy = await makeVacancy(installation, site, people);
  releaseMemory();
  const before = memoryNow();
  const heldBefore = process.memoryUsage().heapUsed;
  const { answer, mb: most } = await measurePeak(() => read(site, vacancy));
  if (answer.rows !== people) throw new Error(`${answer.rows} of ${people} candidates were written`);
  releaseMemory();
  const held = process.memoryUsage().heapUsed - heldBefore;
  const name = `${people.toLocaleString('en')} candidates`;
  const growth = most - before;
  return {
    growth,
    rows: [
      makeRow(name, 'file, MB', { value: mb(answer.bytes) }),
      makeRow(name, 'first byte, s (contacts are paid before)', { value: answer.firstByte }),
      makeRow(name, 'written in, s', { value: answer.seconds }),
      makeRow(name, 'candidates a second', { value: people / answer.seconds }),
      makeRow(name, 'memory of the server, MB (peak)', { value: most, reference: `${before} before` }),
      makeRow(name, 'memory that the export took, MB', {
        value: growth,
        reference: reference === undefined ? null : `${reference} for the first`,
      }),
      makeRow(name, 'of it still held once garbage is collected, MB', { value: held / 1024 ** 2, target: 5 }),
    ],
  };
}

/** Time and memory of an export with opened contacts: ten thousand candidates first, then all. */
export async function run({ candidates = 50_000 }: Record<string, unknown>): Promise<BenchRow[]> {
  // As in the server process.
  growSparingly();
  const installation = await openInstallation(Number(candidates));
  try {
    const site = await installation.listen();
    await measure(installation, site, { people: 100 });
    const few = await measure(installation, site, { people: Math.min(10_000, Number(candidates)) });
    const all = await measure(installation, site, { people: Number(candidates), reference: few.growth });
    return [...few.rows, ...all.rows];
  } finally {
    await installation.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { Client } from 'pg';
import { type BenchRow, makeRow } from './row.ts';
import { type Installation, openInstallation } from './search-load/installation.ts';
import { measurePeak, memoryNow } from './search-load/memory.ts';

interface Request {
  id: number;
  state: 'waiting' | 'processing' | 'done' | 'failed';
  found: number;
  added: number;
}

interface Site {
  origin: string;
  headers: Record<string, string>;
}

const path = '/api/v6/enrichment_requests/';
const targetSeconds = 300;
const pollEveryMs = 100;

/** Half of the rows match a person by e-mail and add a phone number. */
async function makeFile({ url }: Installation, rows: number): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('update users set data_enrichment_enabled = true');
  await client.query('update companies set enrichment_rows_per_month = null');
  const { rows: known } = await client.query<{ value: string }>(
    `select min(value) as value from profile_contacts where type = 'email' and company_id is null
     group by normalized having count(distinct profile_id) = 1 order by 1 limit $1`,
    [rows],
  );
  // Closed contacts are compared for a hundred rows a day only (ADR 94).
  await client.query(
    `insert into contact_openings (company_id, user_id, profile_id, month)
     select users.company_id, users.id, contact.profile_id, date_trunc('month', now()) from users, profile_contacts as contact
     where contact.type = 'email' and contact.company_id is null and contact.value = any($1) on conflict do nothing`,
    [known.map(({ value }) => value)],
  );
  await client.end();
  if (known.length === 0) throw new Error('nobody of the base has an e-mail address');
  return Array.from({ length: rows }, (_, index) => {
    const email = index % 2 === 0 ? known[(index / 2) % known.length]?.value : `nobody${index}@nowhere.test`;
    return `Person ${index};${email};+4477${String(10_000_000 + index)};https://people.example.test/${index}`;
  }).join('\r\n');
}

async function send({ origin, headers }: Site, to: string, { file, columns }: { file: string; columns?: string }): Promise<unknown> {
  const form = new FormData();
  form.set('file', new File([file], 'people.csv'));
  if (columns) form.set('columns', columns);
  const { 'content-type': _type, ...rest } = headers;
  const answer = await fetch(`${origin}${to}`, { method: 'POST', headers: rest, body: form });
  if (answer.status !== 200) throw new Error(`${to} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function untilOver({ origin, headers }: Site, id: number): Promise<Request> {
  for (;;) {
    const answer = await fetch(`${origin}${path}`, { headers });
    const { requests } = (await answer.json()) as { requests: Request[] };
    const request = requests.find((one) => one.id === id);
    if (request?.state === 'done') return request;
    if (request?.state === 'failed') throw new Error('the enrichment failed');
    await sleep(pollEveryMs);
  }
}

const secondsOf = async <T>(work: () => Promise<T> | T): Promise<{ answer: T; seconds: number }> => {
  const begin = performance.now();
  const answer = await work();
  return { answer, seconds: (performance.now() - begin) / 1000 };
};

async function enrichRows(site: Site, file: string, rows: number): Promise<BenchRow[]> {
  const name = `${rows} rows`;
  // Starts the reading process.
  await send(site, `${path}preview/`, { file: 'a@nowhere.test' });
  const read = await secondsOf(() => send(site, `${path}preview/`, { file }));
  const before = memoryNow();
  const sent = await measurePeak(() =>
    secondsOf(async () => ((await send(site, path, { file, columns: 'ignore,email,phone,link' })) as Request).id),
  );
  const done = await measurePeak(() => secondsOf(() => untilOver(site, sent.answer.answer)));
  const seconds = sent.answer.seconds + done.answer.seconds;
  const { found, added } = done.answer.answer;
  // After the measurement, as these rows use memory of this process too.
  const plain = await secondsOf(() => parse(file, { delimiter: ';' }).length);
  return [
    makeRow(name, 'file, MB', { value: Buffer.byteLength(file) / 1024 ** 2 }),
    makeRow(name, 'preview, s', { value: read.seconds, reference: `csv-parse reads it in ${plain.seconds.toFixed(2)}` }),
    makeRow(name, 'enriched in, s', { value: seconds, target: rows <= 100_000 ? targetSeconds : null }),
    makeRow(name, 'rows a second', { value: rows / seconds }),
    makeRow(name, 'memory while the file is sent and taken, MB (peak)', {
      value: sent.mb,
      reference: `${before} before, sender and receiver`,
    }),
    makeRow(name, 'memory while its rows are processed, MB (peak)', { value: done.mb }),
    makeRow(name, 'found', { value: found, reference: `${rows / 2} in the file` }),
    makeRow(name, 'contacts added', { value: added }),
  ];
}

/** Time and memory for a tenth of the rows, then for all. `profiles`: people in the base. */
export async function run({ rows = 100_000, profiles = 20_000 }: Record<string, unknown>): Promise<BenchRow[]> {
  const installation = await openInstallation(Number(profiles));
  const worker = await installation.application.startWorker();
  try {
    const site = await installation.listen();
    const table: BenchRow[] = [];
    for (const count of [Number(rows) / 10, Number(rows)])
      table.push(...(await enrichRows(site, await makeFile(installation, count), count)));
    return table;
  } finally {
    await worker.stop();
    await installation.close();
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { importFromGreenhouse } from './ats-load/import.ts';
import { type BenchRow, makeRow } from './row.ts';
import { openInstallation } from './search-load/installation.ts';
import { measurePeak, memoryNow } from './search-load/memory.ts';

interface Site {
  origin: string;
  headers: Record<string, string>;
}

const path = '/api/v6/table_imports/';
const targetSeconds = 180;
const pollEveryMs = 200;
const cities = ['Berlin', 'Москва', 'Paris', 'Казань', 'London'];

function makeFile(rows: number, run: string): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const name = `Person${index.toString(36)} Family${(index % 997).toString(36)}`;
    const phone = `+7 9${String(100_000_000 + index).slice(0, 9)}`;
    return [
      name,
      `p${index}.${run}@import.test`,
      phone,
      'Engineer',
      `Company ${index % 500}`,
      cities[index % cities.length],
      'Go; SQL; Linux',
      'vip',
    ].join(',');
  });
  return ['Name,Email,Phone,Title,Company,City,Skills,Tags', ...lines].join('\n');
}

async function post<Answer>({ origin, headers }: Site, to: string, body: FormData | object): Promise<Answer> {
  const { 'content-type': _type, ...rest } = headers;
  const isForm = body instanceof FormData;
  const init = isForm ? { headers: rest, body } : { headers: { ...rest, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${origin}${to}`, { method: 'POST', ...init });
  if (answer.status !== 200) throw new Error(`${to} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function upload(site: Site, text: string): Promise<number> {
  const file = new Blob([text]);
  const { id, piece_bytes: size } = await post<{ id: number; piece_bytes: number }>(site, path, {
    file_name: 'people.csv',
    size: file.size,
  });
  for (let from = 0, number = 0; from < file.size; from += size, number += 1) {
    const form = new FormData();
    form.set('number', String(number));
    form.set('file', new File([file.slice(from, from + size)], 'people.csv'));
    await post(site, `${path}${id}/pieces/`, form);
  }
  return id;
}

async function untilOver({ origin, headers }: Site, id: number): Promise<{ created: number; done: number }> {
  for (;;) {
    const answer = await fetch(`${origin}${path}${id}/`, { headers });
    const view = (await answer.json()) as { created: number; done: number; job: { status: string; error: string | null } | null };
    if (view.job?.status === 'done') return view;
    if (view.job?.status === 'failed') throw new Error(`the import failed: ${view.job.error}`);
    await sleep(pollEveryMs);
  }
}

async function importRows(site: Site, rows: number): Promise<BenchRow[]> {
  const name = `${rows} rows`;
  const text = makeFile(rows, String(rows));
  const id = await upload(site, text);
  const preview = await post<{ columns: string[]; header_line: number }>(site, `${path}${id}/preview/`, {});
  const before = memoryNow();
  const begin = performance.now();
  const { columns, header_line } = preview;
  await post(site, `${path}${id}/start/`, { columns, header_line });
  const over = await measurePeak(() => untilOver(site, id));
  const seconds = (performance.now() - begin) / 1000;
  return [
    makeRow(name, 'file, MB', { value: Buffer.byteLength(text) / 1024 ** 2 }),
    makeRow(name, 'imported in, s', { value: seconds, target: rows <= 100_000 ? targetSeconds : null }),
    makeRow(name, 'rows a second', { value: rows / seconds }),
    makeRow(name, 'memory while its rows are imported, MB (peak)', { value: over.mb, reference: `${before} before` }),
    makeRow(name, 'profiles created', { value: over.answer.created }),
  ];
}

/**
 * IMP-010: time and memory for a tenth of the rows, then for all. `profiles`: people in the base.
 * `npm run bench -- import greenhouse` imports people from the sandbox of Greenhouse; `--resumes` gives each a resume.
 */
export async function run({ of, rows = 100_000, profiles = 1000, resumes = false }: Record<string, unknown>): Promise<BenchRow[]> {
  if (of === 'greenhouse') return importFromGreenhouse({ people: Number(rows), resumes: resumes === true });
  const installation = await openInstallation(Number(profiles));
  const worker = await installation.application.startWorker();
  try {
    const site = await installation.listen();
    const table: BenchRow[] = [];
    for (const count of [Number(rows) / 10, Number(rows)]) table.push(...(await importRows(site, count)));
    return table;
  } finally {
    await worker.stop();
    await installation.close();
  }
}

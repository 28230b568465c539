import { setTimeout as sleep } from 'node:timers/promises';
import { startGreenhouse } from '@headwater/sandbox/ats/greenhouse/server';
import { addCandidates } from '../../apps/server/test/ats-people.ts';
import { ask } from '../mail-load/ask.ts';
import { type BenchRow, makeRow } from '../row.ts';
import { openInstallation } from '../search-load/installation.ts';
import { measurePeak, memoryNow } from '../search-load/memory.ts';

const email = 'owner@greenhouse.test';

/** Time and memory of an import from Greenhouse, for a tenth of the people, then for all. The sandbox runs in the same process. */
export async function importFromGreenhouse({ people, resumes }: { people: number; resumes: boolean }): Promise<BenchRow[]> {
  const greenhouse = await startGreenhouse({ now: () => new Date(), users: [{ email, name: 'Olivia Owner' }] });
  const { world } = greenhouse;
  Object.assign(world.limit, { calls: 1_000_000, seconds: 1 });
  const installation = await openInstallation(1000);
  const application = await installation.restart({ HEADWATER_GREENHOUSE_URL: greenhouse.url });
  const { origin, headers, companyId } = await installation.listen();
  await ask(installation.url, `update companies set features = features || '{"integrates_greenhouse": true}' where id = ${companyId}`);
  await ask(installation.url, `update users set role = 'admin' where company_id = ${companyId}`);
  const worker = await application.startWorker();
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { imports: { name: string; created: number; job: { status: string; error: string | null } | null }[] };
  };
  const untilDone = async () => {
    for (;;) {
      const { imports } = await call('GET', '/api/v6/ats/imports/');
      const state = imports.find(({ name }) => name === 'greenhouse_import');
      if (state?.job?.status === 'done') return state.created;
      if (state?.job?.status === 'failed') throw new Error(`the import failed: ${state.job.error}`);
      await sleep(500);
    }
  };
  const rows: BenchRow[] = [];
  try {
    for (const count of [people / 10, people]) {
      addCandidates(world, count - world.candidates.length);
      if (!resumes) world.attachments.length = 0;
      const before = memoryNow();
      const begin = performance.now();
      await call('POST', '/api/v6/greenhouse_import/auth/', { email, client_id: 'headwater-sandbox', client_secret: 'sandbox-secret' });
      const peak = await measurePeak(untilDone);
      const name = `${count} people from Greenhouse`;
      rows.push(
        makeRow(name, 'imported in, s', { value: (performance.now() - begin) / 1000 }),
        makeRow(name, 'memory, MB (peak)', { value: peak.mb, reference: `${before} before` }),
        makeRow(name, 'profiles created', { value: peak.answer }),
      );
    }
    return rows;
  } finally {
    await worker.stop();
    await installation.close();
    await greenhouse.stop();
  }
}

import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { unzipSync } from 'fflate';
import type { CompanyManifest } from '../src/modules/company-exports/manifest.ts';
import type { Caller } from './caller.ts';
import type { Installation } from './installation.ts';
import { demoPassword } from '../src/modules/demo/accounts.ts';

export const exportsPath = '/api/v6/company/exports/';

export interface ReadArchive {
  bytes: Buffer;
  entries: Map<string, Buffer>;
  manifest: CompanyManifest;
  /** Parsed lines of a table. */
  rows(table: string): Record<string, unknown>[];
}

export function readArchive(bytes: Buffer): ReadArchive {
  const entries = new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]));
  return {
    bytes,
    entries,
    manifest: JSON.parse(entries.get('manifest.json')?.toString() ?? '') as CompanyManifest,
    rows: (table) =>
      (entries.get(`${table}.ndjson`)?.toString() ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

export const downloadExport = async (caller: Caller, id: number): Promise<Buffer> => {
  const { status, body } = await caller.send({ method: 'GET', url: `${exportsPath}${id}/file/`, payloadAsStream: true });
  if (status !== 200) throw new Error(`the download answered ${status}`);
  return buffer(body as Readable);
};

/** Exports the company of an administrator through HTTP. A worker must run. */
export async function exportOwnCompany(here: Installation, admin: Caller): Promise<ReadArchive> {
  const started = await admin.post(exportsPath);
  if (started.status !== 200) throw new Error(`the export answered ${started.status}`);
  await here.application.idle();
  const { exports } = (await admin.get(exportsPath)).body as { exports: { id: number; state: string }[] };
  if (exports[0]?.state !== 'done') throw new Error(`the export is ${exports[0]?.state}`);
  return readArchive(await downloadExport(admin, exports[0].id));
}

/** Signs in an administrator of the demo of a kept release. */
export async function signInDemoAdmin(here: Installation): Promise<Caller> {
  const caller = here.visitor();
  const answer = await caller.post('/api/v6/login/', { email: 'admin@demo.headwater.test', password: demoPassword });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
  return caller;
}

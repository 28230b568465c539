import { Readable } from 'node:stream';
import { implement } from '@orpc/server';
import { type ErasureView, privacy } from '@headwater/contract/privacy';
import { type Actor, isSuperUser } from '@headwater/domain/roles';
import { listUsers } from '#modules/accounts/public.ts';
import type { ConnectionServices } from '#modules/connections/public.ts';
import { fullName, requireProfile } from '#modules/profiles/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/database/database.ts';
import { entryName } from '#platform/export/entry-name.ts';
import { type FairTurns, requesterOf } from '#platform/fair-turns.ts';
import type { FileStore } from '#platform/files/store.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { pagesOf } from '#platform/http/pagination.ts';
import { personalDataPage, privacyText } from './personal-data-page.ts';
import { requestErasure, withPerson } from './request-erasure.ts';
import { countOf, erasedWith, type ErasureRow, listErasures } from './store/erasures.ts';
import { listSystems, presentCopy } from './systems/present.ts';
import { listCopies } from './systems/store.ts';
import { countIdle, findRule, saveRule } from './store/retention.ts';
import { monthsBefore } from './retention.ts';
import { partsOf, type PersonalRow, readPersonalData } from './store/personal-data.ts';
import { storedBytes, type ZipEntry, zipStream } from './zip-stream.ts';
import { pageWindow } from '#platform/page-window.ts';

export interface PrivacyServices {
  connections: ConnectionServices;
  database: Database;
  clock: Clock;
  files: FileStore;
  exportTurns: FairTurns;
  productAt(host: string): string;
}

function stageOf(row: ErasureRow): ErasureView['stage'] {
  if (row.finished_at) return 'done';
  if (row.files_deleted_at) return 'index';
  return row.rows_deleted_at ? 'files' : 'database';
}

const presentErasure = (row: ErasureRow, requestedBy: string | null, systems: ErasureView['systems']): ErasureView => ({
  id: row.id,
  profile_id: row.profile_id,
  requested_by: requestedBy,
  requested_at: row.requested_at.toISOString(),
  stage: stageOf(row),
  finished_at: row.finished_at?.toISOString() ?? null,
  counts: row.counts,
  systems,
});

async function namesOf(tx: Tx, rows: readonly ErasureRow[]): Promise<Map<number, string>> {
  const users = await listUsers(tx, { ids: rows.flatMap((row) => row.requested_by ?? []), limit: rows.length });
  return new Map(users.map((user) => [user.id, `${user.first_name} ${user.last_name}`.trim()]));
}

async function exportPerson(
  { database, clock, files, productAt }: PrivacyServices,
  { actor, profileId, host }: { actor: Actor; profileId: number; host: string },
) {
  const day = clock.now().toISOString().slice(0, 10);
  const { language } = actor;
  const data = await withPerson(database, { actor, profileId }, async (tx) => {
    const { data: profile, created_at, updated_at } = await requireProfile(tx, profileId);
    const { files: stored, ...rows } = await readPersonalData(tx, profileId);
    const name = fullName(profile) || privacyText('nobody', language, { id: String(profileId) });
    const merged = (await partsOf(tx, profileId)).map((part) => part.data);
    const values: PersonalRow = { ...profile, created_at, updated_at, ...(merged.length > 0 ? { merged_profiles: merged } : {}) };
    return { stored, name, day, product: productAt(host), profile: values, rows };
  });
  const { stored, ...about } = data;
  const named = stored.map(({ store_key: key, id, ...file }) => ({
    key: String(key),
    row: { ...file, file: entryName('files', Number(id), String(file['filename'])) },
  }));
  const whole = { ...about, rows: { ...about.rows, files: named.map(({ row }) => row) } };
  const entries: ZipEntry[] = [
    { name: 'personal-data.json', content: JSON.stringify(whole, null, 2) },
    { name: 'personal-data.html', content: personalDataPage(whole, language) },
    ...named.map(({ key, row }) => ({ name: row.file, content: storedBytes(files, key) })),
  ];
  const fileName = privacyText('fileName', language, { id: String(profileId), day });
  return {
    headers: { 'content-type': 'application/zip', 'content-disposition': attachment(`${fileName}.zip`) },
    body: Readable.toWeb(zipStream(entries)) as ReadableStream,
  };
}

const showRule = (rule: Awaited<ReturnType<typeof findRule>>) => ({
  months: rule?.months ?? null,
  changed_at: rule?.changed_at.toISOString() ?? null,
});

export function privacyRoutes(services: PrivacyServices) {
  const { database, clock, exportTurns, connections } = services;
  const withScope = <Result>(actor: Actor, read: (tx: Tx) => Promise<Result>): Promise<Result> =>
    isSuperUser(actor) ? database.readAsSystem(read) : database.readInCompany(actor.company.id, read);
  const api = implement(privacy).$context<RequestContext>();
  return {
    retention: api.retention.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => showRule(await findRule(tx, actor.company.id))),
    ),
    saveRetention: api.saveRetention.handler(({ input: { months }, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        await saveRule(tx, { companyId: actor.company.id, months, by: actor.userId, now: clock.now() });
        return showRule(await findRule(tx, actor.company.id));
      }),
    ),
    previewRetention: api.previewRetention.handler(({ input: { months }, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => ({
        count: await countIdle(tx, actor.company.id, monthsBefore(clock.now(), months)),
      })),
    ),
    personalData: api.personalData.handler(({ input, context }) => {
      const { actor, request } = context;
      return exportTurns.run(requesterOf(context), () => exportPerson(services, { actor, profileId: input.id, host: request.host }));
    }),
    checkErasure: api.checkErasure.handler(({ input, context: { actor } }) =>
      withPerson(database, { actor, profileId: input.id }, async (tx, companyId) => {
        const owner = companyId ?? actor.company.id;
        const parts = await erasedWith(tx, input.id, { base: companyId === null ? actor.company.id : null });
        const profileIds = [...new Set([input.id, ...parts.map(({ profileId }) => profileId)])];
        return { ...(await countOf(tx, input.id)), systems: await listSystems(tx, connections, { profileIds, companyId: owner }) };
      }),
    ),
    erase: api.erase.handler(async ({ input, context: { actor } }) => {
      const row = await requestErasure(services, actor, { profileId: input.id, inAts: input.in_ats });
      const systems = await withScope(actor, (tx) => listCopies(tx, [row.id]));
      return presentErasure(
        row,
        null,
        systems.map((copy) => presentCopy(copy, actor.language)),
      );
    }),
    list: api.list.handler(({ input: { page, per_page: perPage }, context: { actor } }) => {
      const scope = { companyId: actor.company.id, withCommonBase: isSuperUser(actor) };
      return withScope(actor, async (tx) => {
        const { rows, total } = await listErasures(tx, { ...scope, ...pageWindow(page, perPage) });
        const names = await namesOf(tx, rows);
        const copies = await listCopies(
          tx,
          rows.map((row) => row.id),
        );
        const systemsOf = ({ id }: ErasureRow) =>
          copies.filter((copy) => copy.erasure_id === id).map((copy) => presentCopy(copy, actor.language));
        return {
          erasures: rows.map((row) => presentErasure(row, names.get(row.requested_by ?? 0) ?? null, systemsOf(row))),
          pages: pagesOf({ page, perPage, count: total }),
        };
      });
    }),
  };
}

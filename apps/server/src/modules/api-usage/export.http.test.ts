import { dayMs } from '@headwater/domain/time/durations';
import { strFromU8, unzipSync } from 'fflate';
import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Caller, type TestUser, useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();
const path = '/api/api_calls/export/';

const addApiUser = async (companyId: number, names: { first_name: string; last_name: string }) => {
  const user = await here.addUser(companyId, 'worker');
  await here.sql('update users set api_manager = true, first_name = $2, last_name = $3 where id = $1', [
    user.id,
    names.first_name,
    names.last_name,
  ]);
  return user;
};
const addCall = (user: TestUser, companyId: number, [day, resource, calls]: readonly [string, string, number]) =>
  here.sql('insert into api_calls (user_id, company_id, day, resource, calls) values ($1, $2, $3, $4, $5)', [
    user.id,
    companyId,
    day,
    resource,
    calls,
  ]);

let companyId: number;
let owner: TestUser;
let caller: Caller;
let today: string;
let yesterday: string;
beforeAll(async () => {
  companyId = await here.addCompany({ features: { has_api: true } });
  owner = await addApiUser(companyId, { first_name: '=Anna', last_name: 'Ivanova' });
  caller = await here.signIn(owner);
  const now = here.clock.now();
  today = now.toISOString().slice(0, 10);
  yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
  await addCall(owner, companyId, [today, 'GET /api/v6/folders/', 2]);
  await addCall(owner, companyId, [yesterday, 'GET /api/v6/folders/', 12_345]);
});

const entries = async (id: number) =>
  (
    await here.sql<{ target_id: number; details: object; user_id: number }>(
      `select target_id, details, user_id from audit_entries where kind = 'exported' and target_kind = 'company' and target_id = $1`,
      [id],
    )
  ).map(({ details, user_id }) => [user_id, details]);

describe('the export of API usage', () => {
  it('[API-008] [DEC-14] [EXP-010] is a CSV file with a row for each day, person and call, and is recorded in the audit log', async () => {
    const { status, body, headers } = await caller.get(`${path}?date_from=${yesterday}&date_to=${today}`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain(`api-calls-${yesterday}-${today}.csv`);
    expect(parse(body as string, { bom: true })).toEqual([
      ['Day (UTC)', 'Token owner', 'Call', 'Number of calls'],
      [yesterday, "'=Anna Ivanova", 'GET /api/v6/folders/', '12345'],
      [today, "'=Anna Ivanova", 'GET /api/v6/folders/', '2'],
    ]);
    expect(await entries(companyId)).toEqual([[owner.id, { fields: ['api_calls'] }]]);
  });

  it('is an XLSX file with typed cells', async () => {
    const { status, body, headers } = await caller.send({
      url: `${path}?type=xlsx&date_from=${today}&date_to=${today}`,
      payloadAsStream: true,
    });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(headers['content-disposition']).toContain('.xlsx');
    const files = unzipSync(await buffer(body as Readable));
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([row]) =>
      [...row.matchAll(/<(?:t xml:space="preserve"|v)>([^<]*)/g)].map(([, cell]) => cell),
    );
    const serial = (Date.parse(today) - Date.UTC(1899, 11, 30)) / dayMs;
    expect(rows).toEqual([
      ['Day (UTC)', 'Token owner', 'Call', 'Number of calls'],
      [String(serial), '=Anna Ivanova', 'GET /api/v6/folders/', '2'],
    ]);
  });

  it('contains all rows of a long period once', async () => {
    const id = await here.addCompany({ features: { has_api: true } });
    const user = await addApiUser(id, { first_name: 'Long', last_name: 'Period' });
    const other = await addApiUser(id, { first_name: 'Long', last_name: 'Period' });
    await here.sql(
      `insert into api_calls (user_id, company_id, day, resource, calls)
       select u, $2, $3::date - d, 'GET /api/v6/' || r, 1 from unnest($1::bigint[]) u, generate_series(0, 29) d, generate_series(1, 40) r`,
      [[user.id, other.id], id, today],
    );
    const { body } = await (await here.signIn(user)).get(path);
    const [, ...rows] = parse(body as string, { bom: true }) as string[][];
    expect(rows).toHaveLength(2400);
    // Both people have the same name.
    expect(new Set(rows.map(String)).size).toBe(1200);
  });

  it('[API-009] is limited to the own company, and rejects wrong periods', async () => {
    const staff = await here.signIn(await here.addUser(await here.addCompany(), 'super_user'));
    expect((await staff.get(`${path}?company_id=${companyId}`)).status).toBe(200);
    expect(await entries(companyId)).toContainEqual([expect.any(Number), { fields: ['api_calls'] }]);
    const stranger = await here.signIn(
      await addApiUser(await here.addCompany({ features: { has_api: true } }), { first_name: 'A', last_name: 'B' }),
    );
    expect((await stranger.get(`${path}?company_id=${companyId}`)).status).toBe(404);
    expect((await caller.get(`${path}?date_from=${today}&date_to=${yesterday}`)).body).toMatchObject({ date_to: [expect.any(String)] });
    expect((await caller.get(`${path}?type=pdf`)).status).toBe(400);
  });
});

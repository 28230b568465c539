import { createHash } from 'node:crypto';
import { profileData } from '@headwater/contract/profile-data';
import { createApplication } from '../../apps/server/src/app.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../../apps/server/src/modules/companies/public.ts';
import { upsertProfiles } from '../../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { hashPassword } from '../../apps/server/src/platform/crypto/passwords.ts';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

export const email = 'recruiter@ats-bench.test';
const password = 'Bench-Sending-1!';

export interface Installation {
  url: string;
  settings: Record<string, string>;
  people: number;
}

/** Distinct surnames, as the comparison of similar people would disturb the measurement. */
async function insertPeople(database: Database, companyId: number, people: number): Promise<number[]> {
  const inputs = Array.from({ length: people }, (_, at) =>
    profileData.parse({
      first_name: `Person ${at}`,
      last_name: createHash('md5')
        .update(String(at))
        .digest('hex')
        .slice(0, 12)
        .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit))),
      contacts: [{ type: 'email', value: `person${at}@people.test`, source: 'manual' }],
    }),
  );
  const { ids } = await database.asSystem((tx) => upsertProfiles(tx, inputs, { companyId, createdBy: null }));
  return ids.map((id) => id ?? 0);
}

/** Connects Greenhouse and starts a job that sends all people of a vacancy to it. */
export async function startSending({ url, settings, people, jobId }: Installation & { jobId: string }): Promise<void> {
  const application = createApplication({ env: readEnv(settings), databaseUrl: url, clock: systemClock, log: createLog('error') });
  const { database } = application;
  const passwordHash = await hashPassword(password);
  const companyId = await database.asSystem((tx) => insertCompany(tx, { name: 'Bench', features: { integrates_greenhouse: true } }));
  const name = { firstName: 'Rita', lastName: 'Bench' };
  await database.asSystem((tx) => insertUser(tx, { companyId, email, passwordHash, ...name, role: 'admin', canSearch: true }));
  const profiles = await insertPeople(database, companyId, people);
  const app = await application.createHttp();
  let cookies: Record<string, string> = { csrftoken: 't' };
  const post = async (path: string, payload: object) => {
    const response = await app.inject({ method: 'POST', url: path, payload, headers: { 'x-csrftoken': 't' }, cookies });
    if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
    for (const cookie of response.cookies) cookies = { ...cookies, [cookie.name]: cookie.value };
    return response.json<{ id: number }>();
  };
  await post('/api/v6/login/', { email, password });
  await post('/api/v6/greenhouse/auth/', { email, client_id: 'headwater-sandbox', client_secret: 'sandbox-secret' });
  const { id } = await post('/api/v6/folders/', { name: 'Crash' });
  for (let at = 0; at < profiles.length; at += 100)
    await post('/api/v6/candidates/', { folder_id: id, profiles: profiles.slice(at, at + 100) });
  await post(`/api/vacancies/${id}/candidates/export/greenhouse`, { job_id: jobId, comment: 'From the bench' });
  await app.close();
  await application.close();
}

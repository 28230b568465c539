import type { startSandbox } from '@headwater/sandbox/sandbox';
import { profileData } from '@headwater/contract/profile-data';
import { createApplication } from '../../apps/server/src/app.ts';
import { readEnv } from '../../apps/server/src/env.ts';
import { insertUser } from '../../apps/server/src/modules/accounts/public.ts';
import { insertCompany } from '../../apps/server/src/modules/companies/public.ts';
import { upsertProfiles } from '../../apps/server/src/modules/profiles/store/write.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { hashPassword } from '../../apps/server/src/platform/crypto/passwords.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';

export type Telegram = NonNullable<Awaited<ReturnType<typeof startSandbox>>['telegram']>;

export interface Context {
  databaseUrl: string;
  dataDir: string;
  telegram: Telegram;
}

/**
 * Same for planner and worker: another connection looks like a copy, which sends nothing (DEC-09).
 */
export const telegramSettings = ({ databaseUrl, dataDir, telegram }: Context) => ({
  DATABASE_URL: databaseUrl,
  HEADWATER_DATA_DIR: dataDir,
  HEADWATER_DEMO: 'off',
  HEADWATER_TELEGRAM_DC: `${telegram.host}:${telegram.port}`,
  HEADWATER_TELEGRAM_PUBLIC_KEY: telegram.publicKey,
  HEADWATER_TELEGRAM_API_ID: String(telegram.application.id),
  HEADWATER_TELEGRAM_API_HASH: telegram.application.hash,
  HEADWATER_TELEGRAM_GAP: '0',
  HEADWATER_MAIL_NETWORKS: '127.0.0.0/8',
  HEADWATER_MAIL_PORTS: '1-65535',
  HEADWATER_LOG: 'silent',
  HEADWATER_REQUESTS_PER_MINUTE: '1000000',
});

export interface Account {
  id: number;
  phone: string;
}

export interface Dialog {
  id: number;
  username: string;
  phone: string;
}

const [email, password] = ['recruiter@bench.test', 'Crash-Bench-1!'];
const accountsPath = '/api/internal/telegram/accounts/';
const dialogsPath = '/api/internal/telegram/dialogs/';

/** A company with Telegram accounts and dialogs, created by HTTP. */
export async function openInstallation(context: Context) {
  const { databaseUrl, telegram } = context;
  const application = createApplication({
    env: readEnv(telegramSettings(context)),
    databaseUrl,
    clock: systemClock,
    log: createLog('silent'),
  });
  const { database } = application;
  const features = { has_messaging: true, has_telegram: true, has_sequences: true };
  const companyId = await database.asSystem((tx) => insertCompany(tx, { name: 'Bench', features }));
  const app = await application.createHttp();
  const passwordHash = await hashPassword(password);
  const addUser = async (address: string, role: 'admin' | 'worker') => {
    const user = { companyId, email: address, firstName: 'Rita', lastName: 'Bench', role, canSearch: true };
    await database.asSystem((tx) => insertUser(tx, { ...user, passwordHash }));
    let cookies: Record<string, string> = { csrftoken: 't' };
    const call = async (method: 'POST' | 'PUT', url: string, payload: object) => {
      const response = await app.inject({ method, url, payload, headers: { 'x-csrftoken': 't' }, cookies });
      if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`);
      return response;
    };
    const signedIn = await call('POST', '/api/v6/login/', { email: address, password });
    cookies = { ...cookies, ...Object.fromEntries(signedIn.cookies.map((cookie) => [cookie.name, cookie.value])) };
    return { call, cookies };
  };
  const { call, cookies } = await addUser(email, 'admin');
  return {
    companyId,
    database,
    addUser,
    async addAccount(index: number): Promise<Account> {
      const phone = `+${79_001_000_001 + index}`;
      await call('POST', `${accountsPath}send_code_request/`, { phone_number: phone });
      const code = telegram.world.signIns.list(phone.slice(1))[0]?.code;
      const { id } = (await call('POST', accountsPath, { phone_number: phone, code })).json<{ id: number }>();
      await call('PUT', `${accountsPath}${id}/`, { limit_total: 100, warms_up: false });
      return { id, phone };
    },
    async addDialogs(accounts: readonly Account[], each: number): Promise<Dialog[]> {
      const count = accounts.length * each;
      const people = Array.from({ length: count }, (_, index) => profileData.parse({ first_name: `Person ${index}` }));
      const { ids } = await database.asSystem((tx) => upsertProfiles(tx, people, { companyId: null, createdBy: null }));
      const dialogs: Dialog[] = [];
      for (const [index, profileId] of ids.entries()) {
        const account = accounts[index % accounts.length];
        if (!account) throw new Error('no account to write from');
        const username = `person_number_${index}`;
        const payload = { profile_id: profileId, username, telegram_account_id: account.id };
        const { id } = (await call('POST', `${dialogsPath}get_or_create/`, payload)).json<{ id: number }>();
        dialogs.push({ id, username, phone: account.phone });
      }
      return dialogs;
    },
    say: (dialog: Dialog, message: { message: string; request_key: string }) =>
      call('POST', `${dialogsPath}${dialog.id}/send_message/`, message),
    /** Starts the HTTP server and signs in. */
    async listen(): Promise<{ origin: string; cookie: string }> {
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      return {
        origin,
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      };
    },
    async close() {
      await app.close();
      await application.close();
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Role } from '@headwater/domain/roles';
import { type Application, createApplication } from '../src/app.ts';
import type { OpenMoreChannels } from '../src/wiring/channels.ts';
import type { ApplicationOptions } from '../src/wiring/foundation.ts';
import { openSecretBox } from '../src/wiring/adapters.ts';
import { readEnv } from '../src/env.ts';
import { insertUser } from '../src/modules/accounts/store/users.ts';
import type { RegisteredIntegration } from '../src/modules/connections/integration-port.ts';
import { insertCompany, type NewCompany } from '../src/modules/companies/public.ts';
import type { MovableClock } from '../src/platform/clock.ts';
import { createSigning, type Signer } from '../src/platform/crypto/signing.ts';
import { type SystemEmail, openSystemEmail } from '../src/platform/system-mail.ts';
import { prepareApplicationLogin } from '../src/platform/database/application-login.ts';
import { createLog } from '../src/platform/log.ts';
import { type Caller, callersFrom, password } from './caller.ts';
import { createClocks, type HeldAnswers } from './clocks.ts';
import { databaseUrl, templateDatabase } from './postgres.ts';
import { createTestDatabase, usedDatabases } from './databases.ts';
import { openApplications } from './settled.ts';

export { type Answer, type Caller, password } from './caller.ts';

/** Simulated DNS records by name; tests add what they need. */
export const dnsRecords = new Map<string, readonly string[] | null>();
/** Whether a domain accepts mail; lookups of other domains fail. */
export const mailDomains = new Map<string, boolean>();
/** Channels that exist in tests only; a file sets it before `useInstallation`. */
export const testChannels: { open?: OpenMoreChannels | undefined } = {};
/** Integrations that exist in tests only; a file adds its own before `useInstallation`. */
export const testIntegrations: RegisteredIntegration[] = [];
const testResolver = {
  takesMail: async (name: string) => mailDomains.get(name) ?? null,
  txt: async (name: string) => (dnsRecords.has(name) ? (dnsRecords.get(name) ?? null) : []),
};
/** Mail servers of tests listen on free loopback ports. */
export const mailServersHere = { HEADWATER_MAIL_NETWORKS: '127.0.0.0/8', HEADWATER_MAIL_PORTS: '1-65535' };
/** A closed port: tests never reach a real service. */
const noService = 'http://127.0.0.1:9';
let hashed: Promise<string> | undefined;

export interface TestUser {
  id: number;
  email: string;
  companyId: number;
  role: Role;
  /** ADR 93. */
  holdsStaffRights?: boolean;
}

/** A complete installation with its own database, called through HTTP without a socket. */
export interface Installation {
  app: FastifyInstance;
  application: Application;
  databaseUrl: string;
  clock: MovableClock;
  heldAnswers: HeldAnswers;
  /** Uses the key of this installation. */
  signing(): Promise<Signer>;
  /** Seals with the key of this installation. */
  secrets: ReturnType<typeof openSecretBox>;
  /** Folder of stored files. */
  filesFolder: string;
  addCompany(company?: Partial<NewCompany>): Promise<number>;
  addUser(companyId: number, role: Role, more?: { canSearch?: boolean; email?: string; language?: 'en' | 'ru' }): Promise<TestUser>;
  /** Signs in through the API, optionally of another application with the same data. */
  signIn(user: TestUser, app?: FastifyInstance): Promise<Caller>;
  /** Another application with the same data, as after a restart. The caller closes it. */
  openAgain(): Application;
  visitor(): Caller;
  /** A program with a token, without cookies and CSRF token. */
  program(token: string): Caller;
  /** A browser with any value as its session cookie. */
  withSession(value: string): Caller;
  /** Queued e-mails to that address, oldest first. */
  systemEmailsTo(address: string): Promise<SystemEmail[]>;
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>;
}

/** Opens the sandbox for an application in demo mode. */
type OpenDemo = () => Promise<NonNullable<ApplicationOptions['demo']>>;

/** Creates the template database and returns its name. */
type MakeTemplate = (postgresUrl: string) => Promise<string>;

interface OpenInstallation {
  installation: Installation;
  close(): Promise<void>;
}

async function build(
  settings: Record<string, string>,
  openDemo?: OpenDemo,
  makeTemplate: MakeTemplate = async () => templateDatabase,
): Promise<OpenInstallation> {
  const postgresUrl = inject('postgresUrl');
  const name = await createTestDatabase(await makeTemplate(postgresUrl));
  const dataDir = mkdtempSync(join(tmpdir(), 'headwater-files-'));
  const url = databaseUrl(postgresUrl, name);
  const { clock, heldAnswers } = createClocks();
  const env = readEnv(
    {
      HEADWATER_DATA_DIR: dataDir,
      HEADWATER_LOG: 'silent',
      HEADWATER_DEMO: 'off',
      ...mailServersHere,
      HEADWATER_URL: 'http://headwater.test',
      HEADWATER_GREENHOUSE_URL: noService,
      HEADWATER_TEAMTAILOR_URL: noService,
      HEADWATER_HUNTFLOW_URL: noService,
      HEADWATER_SMARTRECRUITERS_IMPORT_URL: noService,
      HEADWATER_WORKABLE_URL: noService,
      ...settings,
    },
    testIntegrations,
  );
  const secrets = openSecretBox(env);
  const login = await prepareApplicationLogin(url, secrets);
  const demo = await openDemo?.();
  const opened: Application[] = [];
  const open = (): Application => {
    const log = createLog('fatal');
    const options = {
      env,
      databaseUrl: login,
      ownerUrl: url,
      clock,
      log,
      readMailEveryMs: 2000,
      resolver: testResolver,
      demo,
      answerClock: heldAnswers,
      openMoreChannels: testChannels.open,
    };
    const application = createApplication(options);
    opened.push(application);
    openApplications.add(application);
    return application;
  };
  const application = open();
  const app = await application.createHttp();
  const owner = new Pool({ connectionString: url, max: 2 });
  let counter = 0;
  const installation: Installation = {
    app,
    application,
    databaseUrl: url,
    clock,
    heldAnswers,
    secrets,
    signing: createSigning({ database: application.database, clock, secrets }),
    filesFolder: join(dataDir, 'files'),
    addCompany: (company = {}) =>
      application.database.asSystem((tx) =>
        insertCompany(tx, { name: 'Acme', features: { has_messaging: true, has_sequences: true }, ...company }),
      ),
    async addUser(companyId, role, more = {}) {
      // The hash contains its parameters, so that test sign-ins use the same code at a hundredth of
      // the cost.
      hashed ??= hash(password, { memoryCost: 64, timeCost: 1, parallelism: 1 });
      counter += 1;
      const email = more.email ?? `${role}${counter}@example.test`;
      const passwordHash = await hashed;
      const user = {
        companyId,
        email,
        passwordHash,
        firstName: 'Ada',
        lastName: `User ${counter}`,
        role,
        canSearch: more.canSearch ?? true,
        dataEnrichmentEnabled: true,
      };
      const id = await application.database.asSystem((tx) =>
        insertUser(tx, { ...user, ...(more.language ? { language: more.language } : {}) }),
      );
      return { id, email, companyId, role };
    },
    openAgain: open,
    ...callersFrom(app, '127.0.0.1'),
    async systemEmailsTo(address) {
      const { rows } = await owner.query<{ payload: { sealed: string } }>(
        `select payload from graphile_worker._private_jobs where payload->>'sealed' is not null order by id`,
      );
      return rows.map(({ payload }) => openSystemEmail(secrets, payload)).filter((email) => email.to === address);
    },
    sql: async <T extends object>(text: string, values: unknown[] = []) => (await owner.query<T>(text, values)).rows,
  };
  return {
    installation,
    async close() {
      for (const one of opened) openApplications.delete(one);
      await app.close();
      await application.close();
      await owner.end();
      usedDatabases.add(name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a separate installation with these settings for a test file; call it at the top of the
 * file.
 */
export function useInstallation(settings: Record<string, string> = {}, openDemo?: OpenDemo, makeTemplate?: MakeTemplate): Installation {
  const holder = {} as Installation;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const built = await build(settings, openDemo, makeTemplate);
    Object.assign(holder, built.installation);
    close = built.close;
  });
  afterAll(async () => {
    // Files of a worker process share these maps.
    dnsRecords.clear();
    mailDomains.clear();
    testIntegrations.length = 0;
    testChannels.open = undefined;
    await close?.();
  });
  return holder;
}

let shared: Promise<OpenInstallation> | undefined;
let sharedBy = 0;

/** vitest ends the worker process with a signal after its last file. */
async function openShared(): Promise<OpenInstallation> {
  const built = await build({});
  process.once('SIGTERM', () => {
    rmSync(dirname(built.installation.filesFolder), { recursive: true, force: true });
    process.exit(0);
  });
  return built;
}

/**
 * Shares one installation between the files of a worker process; call it at the top of the file.
 * Such a file starts no worker, keeps the clock, and ignores rows of other companies and of the
 * common base.
 */
export function useSharedInstallation(): Installation {
  const holder = {} as Installation;
  beforeAll(async () => {
    shared ??= openShared();
    const { installation } = await shared;
    sharedBy += 1;
    // Limits count by address, so each file has its own.
    const address = `10.0.${Math.floor(sharedBy / 250)}.${(sharedBy % 250) + 1}`;
    installation.clock.set(new Date());
    Object.assign(holder, installation, callersFrom(installation.app, address));
  });
  return holder;
}

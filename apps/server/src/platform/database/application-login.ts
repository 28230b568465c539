import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import { StartupError } from '#platform/errors.ts';
import { applicationRole } from './database.ts';
import { lockDatabase } from './locks.ts';

const sealedAs = 'application login';

/**
 * SCRAM verifier (RFC 5803), so that no statement in the server log has the password. The password
 * is ASCII, so SASLprep does not change it.
 */
function verifierOf(password: string): string {
  const [salt, iterations] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyed = (word: string) => createHmac('sha256', salted).update(word).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest();
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored.toString('base64')}:${keyed('Server Key').toString('base64')}`;
}

/** Installations may share a cluster with its global roles, so each database has its own. */
const roleFor = (database: string) => `${applicationRole}_${createHash('sha256').update(database).digest('hex').slice(0, 16)}`;

export interface LoginOptions {
  /** The product replaces a password that its key does not decrypt; commands must not. */
  replaces: boolean;
}

const wrongKey =
  'This database is used with another secret key: set HEADWATER_DATA_DIR or HEADWATER_SECRET_KEY as the running installation has it, or start it once with this one.';

/** Throws StartupError if these keys do not decrypt the stored password. */
export async function requireKeyOfDatabase(owner: Client, secrets: SecretBox): Promise<void> {
  const { rows } = await owner.query<{ sealed_password: string }>('select sealed_password from application_login');
  try {
    if (rows[0]) secrets.open(rows[0].sealed_password, sealedAs);
  } catch {
    throw new StartupError(wrongKey);
  }
}

/** Throws StartupError if the key is wrong and `replaces` is false. */
async function keptPassword(owner: Client, secrets: SecretBox, { replaces }: LoginOptions): Promise<string> {
  const { rows } = await owner.query<{ sealed_password: string }>('select sealed_password from application_login');
  const [row] = rows;
  try {
    if (row) return secrets.open(row.sealed_password, sealedAs);
  } catch {
    if (!replaces) throw new StartupError(wrongKey);
  }
  const password = randomBytes(32).toString('hex');
  await owner.query(
    'insert into application_login (sealed_password) values ($1) on conflict (only_one) do update set sealed_password = excluded.sealed_password',
    [secrets.seal(password, sealedAs)],
  );
  return password;
}

/** The queue's own migrations create its tables, accessible only to their owner. */
const openQueue = `
  grant usage on schema graphile_worker to ${applicationRole};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${applicationRole};
  revoke insert, update, delete on graphile_worker.migrations from ${applicationRole};
  grant usage, select on all sequences in schema graphile_worker to ${applicationRole};
  do $$
  declare
    guarded regclass;
  begin
    for guarded in
      select oid from pg_class where relnamespace = 'graphile_worker'::regnamespace and relkind = 'r' and relrowsecurity
        and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'application')
    loop
      execute format('create policy application on %s to ${applicationRole} using (true) with check (true)', guarded);
    end loop;
  end $$`;

async function saveRole(owner: Client, role: string, password: string): Promise<void> {
  const { rows } = await owner.query<{ known: boolean; powerful: boolean }>(
    `select count(*) > 0 as known, coalesce(bool_or(rolsuper or rolbypassrls or rolcreaterole or rolreplication), false) as powerful
     from pg_roles where rolname = $1`,
    [role],
  );
  if (rows[0]?.powerful) throw new Error(`the role ${role} may do more than the application needs`);
  const verb = rows[0]?.known ? 'alter' : 'create';
  await owner.query(`${verb} role ${role} login password '${verifierOf(password)}'`);
  const member = await owner.query<{ is: boolean }>(`select pg_has_role($1, '${applicationRole}', 'member') as is`, [role]);
  if (!member.rows[0]?.is) await owner.query(`grant ${applicationRole} to ${role}`);
}

async function check(url: string, role: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ session: string; super: string }>(
      `select session_user as session, current_setting('is_superuser') as super`,
    );
    if (rows[0]?.session !== role || rows[0].super !== 'off') throw new Error(`the database lets ${role} in as ${rows[0]?.session}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The role owns nothing, so an SQL injection stays within row-level security. */
export async function prepareApplicationLogin(
  ownerUrl: string,
  secrets: SecretBox,
  options: LoginOptions = { replaces: true },
): Promise<string> {
  const owner = new Client({ connectionString: ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await lockDatabase(owner, 'applicationLogin');
    const { rows } = await owner.query<{ name: string }>('select current_database() as name');
    const role = roleFor(rows[0]?.name ?? '');
    const password = await keptPassword(owner, secrets, options);
    await owner.query(openQueue);
    await saveRole(owner, role, password);
    const url = new URL(ownerUrl);
    url.username = role;
    url.password = password;
    await check(url.href, role);
    return url.href;
  } finally {
    await owner.end();
  }
}

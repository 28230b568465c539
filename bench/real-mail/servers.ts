import { execFile, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const tls = join(import.meta.dirname, '../../apps/server/test/tls');

export const account = { address: 'ann@corp.test', password: 'Real-Mail-1' };
/** Of somebody else: Postfix lets nobody but its owner send from it. */
export const strange = 'bob@corp.test';
export const reader = 'petr@people.test';
/** Postfix says of these, after RCPT, that the mailbox is full and that the sender's network is blocked. */
export const full = 'full@people.test';
export const blocked = 'blocked@people.test';
/** Dovecot takes nothing for this one, so that Postfix sends a report. */
export const overQuota = 'quota@people.test';
export const sizeLimit = 1_000_000;
const mailOwner = 8;

/** `submission` takes STARTTLS or none, `wrapped` TLS alone, `encrypted` no sign-in without STARTTLS, `limited` one message a minute. */
export interface Ports {
  submission: number;
  wrapped: number;
  encrypted: number;
  limited: number;
  imap: number;
  imaps: number;
}

export interface RealServers {
  ports: Ports;
  directory: string;
  /** What lies in a folder of a mailbox: file names, flags behind `:2,`. */
  maildir(address: string, folder: string): string;
  stop(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  return port;
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        resolve(true);
        socket.destroy();
      });
      // A connection that fails says so by its end, after the error.
      socket
        .setTimeout(2000, () => socket.destroy())
        .on('error', () => resolve(false))
        .on('close', () => resolve(false));
    });
    if (open) return;
    await sleep(100);
  }
  throw new Error(`Nothing answers on port ${port}`);
}

interface Inner extends Ports {
  lmtp: number;
  auth: number;
}

const smtpd = (port: number, ...options: string[]) =>
  [`127.0.0.1:${port} inet n - n - - smtpd`, ...options.map((option) => `  -o ${option}`)].join('\n');
const daemon = (name: string, program = name, wakes = '-') => `${name} unix - - n ${wakes} - ${program}`;

function postfixFiles(directory: string, ports: Inner): void {
  const etc = join(directory, 'postfix');
  mkdirSync(etc);
  const main = {
    compatibility_level: '3.6',
    queue_directory: join(directory, 'queue'),
    data_directory: join(directory, 'postfix-data'),
    maillog_file: join(directory, 'postfix.log'),
    maillog_file_prefixes: directory,
    myhostname: 'mail.corp.test',
    mydestination: '',
    mynetworks: '127.0.0.2/32',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    // Nothing leaves this machine.
    default_transport: 'error:nothing leaves this machine',
    relay_transport: 'error:nothing leaves this machine',
    virtual_mailbox_domains: 'corp.test, people.test',
    virtual_mailbox_maps: `texthash:${etc}/mailboxes`,
    virtual_transport: `lmtp:inet:127.0.0.1:${ports.lmtp}`,
    message_size_limit: String(sizeLimit),
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `inet:127.0.0.1:${ports.auth}`,
    smtpd_sender_login_maps: `texthash:${etc}/logins`,
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: join(tls, 'mail.cert.pem'),
    smtpd_tls_key_file: join(tls, 'mail.key.pem'),
    smtpd_recipient_restrictions: `reject_sender_login_mismatch, check_recipient_access texthash:${etc}/access, reject_unlisted_recipient, permit_sasl_authenticated, reject`,
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject_unauth_destination',
  };
  writeFileSync(
    join(etc, 'main.cf'),
    Object.entries(main)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join(''),
  );
  const known = [account.address, strange, reader, full, blocked, overQuota];
  writeFileSync(join(etc, 'mailboxes'), known.map((address) => `${address} ok\n`).join(''));
  writeFileSync(join(etc, 'logins'), `${account.address} ${account.address}\n${strange} ${strange}\n`);
  writeFileSync(
    join(etc, 'access'),
    [
      `${full} 452 4.2.2 Quota exceeded (mailbox for user is full)`,
      `${blocked} 554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org`,
      '',
    ].join('\n'),
  );
  const master = [
    smtpd(ports.submission),
    smtpd(ports.wrapped, 'smtpd_tls_wrappermode=yes'),
    smtpd(ports.encrypted, 'smtpd_tls_security_level=encrypt'),
    smtpd(ports.limited, 'smtpd_client_message_rate_limit=1', 'smtpd_client_event_limit_exceptions='),
    'qmgr unix n - n 300 1 qmgr',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'cleanup unix n - n - 0 cleanup',
    'postlog unix-dgram n - n - 1 postlogd',
    'anvil unix - - n - 1 anvil',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    ...['rewrite'].map((name) => daemon(name, 'trivial-rewrite')),
    ...['proxymap', 'verify', 'lmtp', 'error', 'retry'].map((name) => daemon(name, name === 'retry' ? 'error' : name)),
    '',
  ];
  writeFileSync(join(etc, 'master.cf'), master.join('\n'));
}

const listener = (name: string, port: number, more = '') => `inet_listener ${name} {\n address = 127.0.0.1\n port = ${port}\n ${more}\n }`;

function dovecotFile(directory: string, ports: Inner): string {
  const file = join(directory, 'dovecot.conf');
  const users = join(directory, 'users');
  const known = [account.address, strange, reader, full, blocked, overQuota];
  const line = (address: string) =>
    `${address}:{PLAIN}${account.password}:${mailOwner}:${mailOwner}::${directory}/mail/${address}::${address === overQuota ? 'userdb_quota_rule=*:bytes=10' : ''}\n`;
  writeFileSync(users, known.map(line).join(''));
  writeFileSync(
    file,
    `base_dir = ${directory}/dovecot
log_path = ${directory}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <${tls}/mail.cert.pem
ssl_key = <${tls}/mail.key.pem
disable_plaintext_auth = no
first_valid_uid = 1
mail_location = maildir:${directory}/mail/%u
mail_max_userip_connections = 2
passdb {
 driver = passwd-file
 args = ${users}
}
userdb {
 driver = passwd-file
 args = ${users}
}
namespace inbox {
 inbox = yes
 separator = /
 mailbox Sent {
  auto = subscribe
  special_use = \\Sent
 }
}
service imap-login {
 ${listener('imap', ports.imap)}
 ${listener('imaps', ports.imaps, 'ssl = yes')}
}
service lmtp {
 ${listener('lmtp', ports.lmtp)}
}
service auth {
 ${listener('sasl', ports.auth)}
}
mail_plugins = quota
plugin {
 quota = count:User quota
 quota_vsizes = yes
 quota_rule = *:storage=100M
 quota_status_overquota = "552 5.2.2 Mailbox is full"
}
`,
  );
  return file;
}

/** Postfix and Dovecot of this machine with configurations of their own, on free ports of 127.0.0.1; no service of the system is touched. Needs root. */
export async function startRealServers(): Promise<RealServers> {
  const directory = mkdtempSync(join(tmpdir(), 'headwater-real-mail-'));
  chmodSync(directory, 0o755);
  const names = ['submission', 'wrapped', 'encrypted', 'limited', 'imap', 'imaps', 'lmtp', 'auth'] as const;
  const ports = {} as Inner;
  for (const name of names) ports[name] = await freePort();
  mkdirSync(join(directory, 'mail'));
  chownSync(join(directory, 'mail'), mailOwner, mailOwner);
  mkdirSync(join(directory, 'queue'));
  const { stdout } = await run('id', ['-u', 'postfix']);
  mkdirSync(join(directory, 'postfix-data'));
  chownSync(join(directory, 'postfix-data'), Number(stdout), Number(stdout));
  postfixFiles(directory, ports);
  const dovecot = spawn('dovecot', ['-F', '-c', dovecotFile(directory, ports)], { stdio: 'ignore' });
  const postfix = (command: string) => run('postfix', ['-c', join(directory, 'postfix'), command]);
  const stop = async () => {
    await postfix('stop').catch(() => undefined);
    dovecot.kill('SIGTERM');
    await new Promise<void>((resolve) => void (dovecot.exitCode === null ? dovecot.once('exit', () => resolve()) : resolve()));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await postfix('start');
    await Promise.all(names.map((name) => answers(ports[name])));
  } catch (error) {
    const said = ['postfix.log', 'dovecot.log'].map((name) => readOrEmpty(join(directory, name))).join('\n');
    await stop();
    throw new Error(`The mail servers did not start: ${error instanceof Error ? error.message : ''}\n${said}`, { cause: error });
  }
  return {
    ports,
    directory,
    maildir: (address, folder) => join(directory, 'mail', address, folder === 'INBOX' ? '' : `.${folder}`),
    stop,
  };
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(-4000);
  } catch {
    return '';
  }
}

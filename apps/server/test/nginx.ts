import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const cache = join(root, '.cache/nginx');

/** nginx of the machine, or else the package of Debian, unpacked without an installation. */
async function findNginx(): Promise<string> {
  const installed = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', join(cache, 'usr/sbin/nginx')].find((path) => existsSync(path));
  if (installed) return installed;
  mkdirSync(cache, { recursive: true });
  await run('apt-get', ['download', 'nginx'], { cwd: cache });
  await run('sh', ['-c', 'dpkg-deb -x nginx_*.deb .'], { cwd: cache });
  return join(cache, 'usr/sbin/nginx');
}

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const documented = () => readFileSync(join(root, 'deploy/nginx.conf'), 'utf8');

const whole = (folder: string, server: string) => `
pid ${folder}/pid;
error_log ${folder}/error.log;
daemon off;
events { worker_connections 8192; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  ${server}
}`;

/** nginx with deploy/nginx.conf: other ports, and traffic without TLS. */
export async function startNginx(upstreams: readonly number[]) {
  const nginx = await findNginx();
  const folder = mkdtempSync(join(tmpdir(), 'headwater-nginx-'));
  const [port = 0, tlsPort] = await freePorts(2);
  const at = upstreams.reduce((text, upstream, index) => text.replace(`127.0.0.1:301${index}`, `127.0.0.1:${upstream}`), documented());
  const certificates = at
    .replace('listen 443 ssl', `listen 127.0.0.1:${tlsPort} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/certificate.pem;`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`);
  const plain = at.replace('listen 443 ssl', `listen 127.0.0.1:${port}`).replaceAll(/^\s*ssl_.*$/gm, '');
  writeFileSync(join(folder, 'documented.conf'), whole(folder, certificates));
  writeFileSync(join(folder, 'nginx.conf'), whole(folder, plain));
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  await run('openssl', ['req', '-x509', '-subj', '/CN=hire.acme.example', ...key]);
  await run(nginx, ['-t', '-q', '-e', join(folder, 'error.log'), '-c', join(folder, 'documented.conf')]);
  const child = spawn(nginx, ['-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
  await vi.waitFor(
    () => {
      if (!existsSync(join(folder, 'pid'))) throw new Error('nginx has not started');
    },
    { timeout: 45_000 },
  );
  return {
    origin: `http://127.0.0.1:${port}`,
    errors: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

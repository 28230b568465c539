import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkout, newFolder, startProduct } from './product/start-product.ts';
import type { BenchRow } from './row.ts';

/** Release that passed. */
const tester = 'scim2-tester[httpx2]==0.5.2';

interface Check {
  title: string | null;
  resource: string | null;
  status: 'SUCCESS' | 'COMPLIANT' | 'ACCEPTABLE' | 'DEVIATION' | 'ERROR' | 'CRITICAL' | 'SKIPPED';
  reason: string | null;
}

/** The given Python, or a new environment with the tester. */
function preparePython(folder: string, python: unknown): string {
  if (typeof python === 'string') return python;
  const place = join(folder, 'python');
  execFileSync('python3', ['-m', 'venv', place], { stdio: 'inherit' });
  execFileSync(join(place, 'bin/pip'), ['install', '--quiet', tester], { stdio: 'inherit' });
  return join(place, 'bin/python');
}

type Sender = (path: string, body: object) => Promise<{ cookies: string; body: Record<string, unknown> }>;

const senderTo =
  (origin: string, known = ''): Sender =>
  async (path, body) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrftoken': 't', cookie: `csrftoken=t; ${known}` },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    return { cookies: cookies.join('; '), body: JSON.parse(text) as Record<string, unknown> };
  };

/** Creates the first account and its SCIM token. */
async function makeToken(origin: string, output: string): Promise<{ base: string; token: string }> {
  const code = /\/setup#([\w-]+)/.exec(output)?.[1] ?? '';
  const [email, password] = ['owner@acme.test', 'Correct-Horse-Battery-7'];
  const send = senderTo(origin);
  await send('/api/v6/setup/', { code, email, password, first_name: 'Ada', last_name: 'Owner', company_name: 'Acme', language: 'en' });
  const { cookies } = await send('/api/v6/login/', { email, password });
  const { body } = await senderTo(origin, cookies)('/sso/settings/scim/', { password });
  return { base: String(body['base_url']), token: String(body['access_token']) };
}

const row = (metric: string, value: number, target: number | null): BenchRow => ({ case: tester, metric, value, target, reference: null });

/** scim2-tester (PyPI) against a new installation. `--python FILE` has the tester already. */
export async function run({ python }: Record<string, unknown>): Promise<BenchRow[]> {
  const temporary = newFolder();
  try {
    const file = preparePython(temporary.path, python);
    const product = await startProduct({
      folder: checkout,
      dataDir: join(temporary.path, 'data'),
      profiles: 0,
      env: { HEADWATER_DEMO: 'off', HEADWATER_REQUESTS_PER_MINUTE: '100000' },
    });
    try {
      const { base, token } = await makeToken(product.origin, product.output());
      const output = execFileSync(file, [join(import.meta.dirname, 'scim/check.py'), base, token], { encoding: 'utf8' });
      const checks = JSON.parse(output) as Check[];
      const bad = checks.filter(({ status }) => ['DEVIATION', 'ERROR', 'CRITICAL'].includes(status));
      for (const { title, resource, status, reason } of bad) console.error(`${status} ${title} ${resource ?? ''}: ${reason}`);
      const count = (...statuses: Check['status'][]) => checks.filter(({ status }) => statuses.includes(status)).length;
      return [
        row('checks that pass', count('SUCCESS', 'COMPLIANT', 'ACCEPTABLE'), null),
        row('checks that fail', bad.length, 0),
        row('checks left out', count('SKIPPED'), 0),
      ];
    } finally {
      await product.stop();
    }
  } finally {
    temporary.remove();
  }
}

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Creates a folder of fake system programs. */
function programsOf(programs: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'headwater-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
}

it('deploy/headwater passes a $ of an argument through systemd, which replaces variables', () => {
  const env = programsOf({ 'systemd-run': `for one do printf '%s\\n' "$one"; done` });
  const args = ['create-admin', '--name', '$HOME a$b', '--company', "O'Neil & Söhne $$ \\n"];
  const passed = execFileSync('sh', [join(root, 'deploy/headwater'), ...args], { env, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(passed.slice(passed.indexOf('create-admin')).map((one) => one.replaceAll('$$', '$'))).toEqual(args);
  expect(passed.slice(passed.indexOf('create-admin')).join('').replaceAll('$$', '')).not.toContain('$');
});

it.each([
  [0, true],
  [1, false],
  [2, true],
  [127, false],
])('the cron line of docs/operations/backup.md prunes older backups only after a complete one: exit code %i', (code, prunes) => {
  const line =
    /^30 2 \* \* \* root (\/usr\/local\/sbin\/headwater backup .*)$/m.exec(
      readFileSync(join(root, 'docs/operations/backup.md'), 'utf8'),
    )?.[1] ?? '';
  const env = programsOf({ headwater: `exit ${code}`, find: 'echo pruned' });
  const command = line.replaceAll('\\%', '%').replace('/usr/local/sbin/headwater', 'headwater');
  expect(execFileSync('sh', ['-c', `${command}\ntrue`], { env, encoding: 'utf8' })).toBe(prunes ? 'pruned\n' : '');
});

const asked = (port: number) => `curl --fail --silent --output /dev/null http://127.0.0.1:${port}/readyz`;

it('deploy/rolling-restart restarts a unit after the one before it is ready', () => {
  const log = 'echo "$(basename "$0") $*" >> "$LOG"';
  const env = programsOf({ systemctl: log, sleep: 'true', curl: `${log}\n[ "$(grep -c "$5" "$LOG")" -ge 2 ]` });
  const file = join(String(env['PATH']).split(':')[0] ?? '', 'log');
  execFileSync('sh', [join(root, 'deploy/rolling-restart'), 'headwater-api@10', 'headwater-worker@20'], { env: { ...env, LOG: file } });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual([
    'systemctl restart headwater-api@10',
    asked(3010),
    asked(3010),
    'systemctl restart headwater-worker@20',
    asked(3020),
    asked(3020),
  ]);
});

import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

/** An empty environment, so that PGDATA and similar variables have no effect. */
export const programOptions = (account: Account | undefined) => ({
  ...account,
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/local/bin:/usr/bin:/bin' },
});

export function runProgram(program: string, args: string[], account: Account | undefined): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...programOptions(account), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  });
}

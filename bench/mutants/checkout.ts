import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A copy of the checkout. The real one is never touched. */
export interface Scratch {
  path: string;
  read(file: string): string;
}

const lines = (text: string) => text.split('\n').filter(Boolean);

/** Packages are the same ones, by links; those of the repository itself are those of the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '@headwater') cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (!name.startsWith('.vite')) symlinkSync(join(from, name), join(to, name));
  }
}

export function copyCheckout(from: string, to: string): Scratch {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: from,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of lines(listed)) {
    if (!existsSync(join(from, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file));
  }
  const nested = [
    'apps/server',
    'apps/sandbox',
    'apps/web',
    'packages/contract',
    'packages/domain',
    'packages/reference',
    'bench',
    'e2e',
    '.',
  ];
  for (const folder of nested) {
    const packages = join(from, folder, 'node_modules');
    if (existsSync(packages)) linkPackages(packages, join(to, folder, 'node_modules'));
  }
  return { path: to, read: (file) => readFileSync(join(to, file), 'utf8') };
}

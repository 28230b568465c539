import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A copy of the checkout in which one file at a time is another one. The real one is never touched. */
export interface Scratch {
  path: string;
  read(file: string): string;
  /** With that text in place of the file's while `work` lasts. */
  withText<T>(edit: { path: string; text: string } | undefined, work: () => Promise<T>): Promise<T>;
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
  const read = (file: string) => readFileSync(join(to, file), 'utf8');
  return {
    path: to,
    read,
    async withText(edit, work) {
      if (!edit) return work();
      const before = read(edit.path);
      writeFileSync(join(to, edit.path), edit.text);
      try {
        return await work();
      } finally {
        writeFileSync(join(to, edit.path), before);
      }
    },
  };
}

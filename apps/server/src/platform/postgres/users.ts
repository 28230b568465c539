import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, startMark } from './process-table.ts';

export function serverUsers(folder: string) {
  const users = join(folder, 'users');
  const own = join(users, String(process.pid));
  const isAlive = (name: string) => {
    const pid = Number(name);
    return isRunning(pid) && readFileSync(join(users, name), 'utf8') === startMark(pid);
  };
  return {
    enter() {
      mkdirSync(users, { recursive: true, mode: 0o700 });
      writeFileSync(own, startMark(process.pid));
    },
    /** Returns whether others remain. */
    leave(): boolean {
      rmSync(own, { force: true });
      const others = readdirSync(users).filter((name) => name !== String(process.pid));
      for (const name of others.filter((other) => !isAlive(other))) rmSync(join(users, name), { force: true });
      return others.some(isAlive);
    },
  };
}

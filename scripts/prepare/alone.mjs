import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './command.mjs';

const folder = join(root, '.cache');
const lock = join(folder, 'prepare.lock');

function holder() {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // An empty file is just being written.
    if (pid > 0) process.kill(pid, 0);
    return pid || -1;
  } catch (error) {
    return error.code === 'EPERM' ? -1 : 0;
  }
}

function take() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

const release = () => rmSync(lock, { force: true });

/** Runs `work` while no other process of this checkout installs or builds. */
export async function alone(work) {
  mkdirSync(folder, { recursive: true });
  let said = false;
  while (!take()) {
    if (holder() === 0) {
      rmSync(lock, { force: true });
      continue;
    }
    if (!said) console.log('Waiting for another command that installs or builds in this folder');
    said = true;
    await sleep(200);
  }
  process.once('exit', release);
  try {
    return await work();
  } finally {
    release();
    process.off('exit', release);
  }
}

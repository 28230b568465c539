import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { programOf } from '../src/platform/program.ts';

export function spawnProgram(entry: URL, words: readonly string[], options: SpawnOptions): ChildProcess {
  const { file, loader } = programOf(entry);
  return spawn(process.execPath, [...loader, fileURLToPath(file), ...words], options);
}

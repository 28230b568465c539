import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Env } from '../env.ts';
import { readPassphrase } from '#platform/backup/folder.ts';
import { StartupError } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';

export interface BackupCommand {
  env: Env;
  log: Log;
  say(sentence: string): void;
  args: readonly string[];
}

interface BackupArguments {
  folder: string;
  passphraseFile: string | undefined;
  verifies: boolean;
}

function parse(args: readonly string[], usage: string) {
  const options = { 'passphrase-file': { type: 'string' }, verify: { type: 'boolean', default: false } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new StartupError(usage, { cause: error });
  }
}

/** Throws StartupError if the arguments are not exactly one folder and known options. */
export function readBackupArguments(
  args: readonly string[],
  { usage, mayVerify = false }: { usage: string; mayVerify?: boolean },
): BackupArguments {
  const { positionals, values } = parse(args, usage);
  const [folder, ...more] = positionals;
  if (!folder || more.length > 0 || (values.verify && !mayVerify)) throw new StartupError(usage);
  return { folder: resolve(folder), passphraseFile: values['passphrase-file'], verifies: values.verify };
}

export const passphraseOf = async (file: string | undefined): Promise<string | undefined> =>
  file === undefined ? undefined : readPassphrase(file);

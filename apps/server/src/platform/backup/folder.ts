import { timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { StartupError } from '#platform/errors.ts';
import { createMeter, type Measure } from './measure.ts';
import { deriveKey, newSalt, openFile, sealFile, subkeyOf } from './sealing.ts';

/** Present in encrypted backups only; all other files then end with `.enc`. */
export const encryptionFile = 'encryption.json';

const base64 = (bytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((value) => value.length === bytes);
const encryption = z.object({ format: z.literal(1), salt: base64(32), check: base64(32) });

/** Reads and writes the files of one backup, encrypted or plain. */
export interface BackupFolder {
  folder: string;
  isEncrypted: boolean;
  pathOf(file: string): string;
  /** Plain bytes. Throws if an encrypted file was changed or cut off. */
  read(file: string): Readable;
  /** Stores what a source and its transformations give, under its name once complete. */
  write(file: string, stages: readonly (NodeJS.ReadableStream | NodeJS.ReadWriteStream)[], signal?: AbortSignal): Promise<Measure>;
}

function folderOf(folder: string, key: Buffer | undefined): BackupFolder {
  const pathOf = (file: string) => join(folder, key ? `${file}.enc` : file);
  return {
    folder,
    isEncrypted: key !== undefined,
    pathOf,
    read(file) {
      const stored = createReadStream(pathOf(file));
      return key ? Readable.from(openFile(key, file)(stored), { objectMode: false }) : stored;
    },
    async write(file, stages, signal) {
      const meter = createMeter();
      const seal = key ? [Duplex.from(sealFile(key, file))] : [];
      const stored = createWriteStream(`${pathOf(file)}.new`, { flags: 'wx', mode: 0o600, flush: true });
      await pipeline([...stages, ...seal, Duplex.from(meter.pass), stored], signal ? { signal } : {});
      await rename(`${pathOf(file)}.new`, pathOf(file));
      return meter.result();
    },
  };
}

const checkOf = (key: Buffer, salt: Buffer) => subkeyOf(key, { salt, purpose: 'headwater backup passphrase' });
const contentKey = (key: Buffer, salt: Buffer) => subkeyOf(key, { salt, purpose: 'headwater backup content' });

/** The folder exists and is empty. With a passphrase, everything in it is encrypted. */
export async function createBackupFolder(folder: string, passphrase: string | undefined): Promise<BackupFolder> {
  if (passphrase === undefined) return folderOf(folder, undefined);
  const salt = newSalt();
  const key = await deriveKey(passphrase, salt);
  const head = { format: 1, salt: salt.toString('base64'), check: checkOf(key, salt).toString('base64') };
  await writeFile(join(folder, encryptionFile), `${JSON.stringify(head)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  return folderOf(folder, contentKey(key, salt));
}

function readHead(path: string, text: string) {
  try {
    return encryption.parse(JSON.parse(text));
  } catch (error) {
    throw new StartupError(`${path} is damaged, or a newer release of Headwater wrote it.`, { cause: error });
  }
}

/** Throws StartupError if the passphrase is missing or wrong. */
export async function openBackupFolder(folder: string, passphrase: string | undefined): Promise<BackupFolder> {
  const path = join(folder, encryptionFile);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    // A plain backup must not pass for the encrypted one that the passphrase belongs to.
    if (passphrase !== undefined) throw new StartupError(`There is no encrypted backup in ${folder}: ${encryptionFile} is missing.`);
    return folderOf(folder, undefined);
  }
  if (passphrase === undefined)
    throw new StartupError(`The backup in ${folder} is encrypted: add --passphrase-file FILE, a file with its passphrase.`);
  const { salt, check } = readHead(path, text);
  const key = await deriveKey(passphrase, salt);
  if (!timingSafeEqual(checkOf(key, salt), check)) throw new StartupError(`The passphrase is wrong for the backup in ${folder}.`);
  return folderOf(folder, contentKey(key, salt));
}

const fewestCharacters = 8;

/** The first line of the file. Throws StartupError if it cannot be read or is too short. */
export async function readPassphrase(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new StartupError(`The passphrase file ${file} cannot be read: ${(error as Error).message}.`, { cause: error });
  });
  const [line = ''] = text.split(/\r?\n/, 1);
  if (line.length < fewestCharacters)
    throw new StartupError(`The first line of ${file} must be a passphrase of at least ${fewestCharacters} characters.`);
  return line;
}

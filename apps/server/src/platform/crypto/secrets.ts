import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '#platform/errors.ts';

export interface SecretBox {
  /** AES-256-GCM. Decrypting requires the same `context`, for example 'mailbox:12'. */
  seal(plain: string, context: string): string;
  /** Throws if the key is unknown, the text was changed, or the context differs. */
  open(sealed: string, context: string): string;
  reseal(sealed: string, context: string): string | undefined;
  /** True with several keys: data of the older ones needs the newest key. */
  rotates: boolean;
}

/** `keys` have 32 bytes each; the first encrypts, all decrypt, so that keys can rotate. */
export function createSecretBox(keys: readonly Buffer[]): SecretBox {
  const [current] = keys;
  if (!current || keys.some((key) => key.length !== 32)) throw new StartupError('HEADWATER_SECRET_KEY must be 32 bytes in base64.');
  const seal = (plain: string, context: string) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(Buffer.from(context));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return ['v1', iv.toString('base64'), cipher.getAuthTag().toString('base64'), body.toString('base64')].join('.');
  };
  const openWith = (sealed: string, context: string): { plain: string; key: Buffer } => {
    const [version, iv = '', tag = '', body = ''] = sealed.split('.');
    if (version !== 'v1') throw new Error('unknown form of a sealed secret');
    for (const key of keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64')).setAAD(Buffer.from(context));
      decipher.setAuthTag(Buffer.from(tag, 'base64'));
      try {
        return { plain: Buffer.concat([decipher.update(Buffer.from(body, 'base64')), decipher.final()]).toString('utf8'), key };
      } catch {
        continue;
      }
    }
    throw new Error('a sealed secret cannot be opened with the keys at hand');
  };
  return {
    seal,
    open: (sealed, context) => openWith(sealed, context).plain,
    reseal(sealed, context) {
      const { plain, key } = openWith(sealed, context);
      return key === current ? undefined : seal(plain, context);
    },
    rotates: keys.length > 1,
  };
}

const readKeys = (text: string) => text.split(',').map((key) => Buffer.from(key.trim(), 'base64'));

/** The keys of HEADWATER_SECRET_KEY, or of the file that the first start creates. Newest first. */
export function readSecretKeys(setting: string | undefined, keyFile: string): Buffer[] {
  if (setting) return readKeys(setting);
  if (!existsSync(keyFile)) {
    mkdirSync(dirname(keyFile), { recursive: true });
    writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  }
  return readKeys(readFileSync(keyFile, 'utf8'));
}

import { extname } from 'node:path';
import { type ProfileData, profileData } from '@headwater/contract/profile-data';
import { entries } from '@headwater/contract/profile-form';
import { storableText } from '@headwater/domain/storable-text';
import { createBoundedProcess } from '#platform/child/bounded-process.ts';
import { AppError } from '#platform/errors.ts';
import type { PersonRead, PersonSource } from './person-process.ts';

/** Reads people out of what users bring, in a process of its own: a hostile file can only hurt that one. */
export interface PersonReader {
  /** @throws AppError that says why nobody could be read from it */
  readFile(file: { filename: string; bytes: Uint8Array }): Promise<ProfileData>;
  /** @throws AppError as `readFile` */
  readText(text: string): Promise<ProfileData>;
  close(): void;
}

const failures = {
  too_large: 'file_unreadable',
  empty: 'file_unreadable',
  unsupported: 'file_unreadable',
  broken: 'file_unreadable',
  encrypted: 'file_encrypted',
  no_text: 'file_pictures',
  unreadable: 'file_letters',
  too_slow: 'file_slow',
  no_person: 'profile_not_created',
  many_people: 'file_of_many',
} as const;

/** More than these wait for minutes where all of them are hostile: whoever comes later is asked to try again. */
const maxWaiting = 20;

/** Of lists and texts as much as a form holds: whoever uploads a file has not typed what is too long. */
function withinForm(profile: ProfileData): ProfileData {
  const cut = Object.entries(profile).map(([field, value]) => [field, Array.isArray(value) ? value.slice(0, entries) : value]);
  return { ...(Object.fromEntries(cut) as ProfileData), headline: profile.headline?.slice(0, 255) };
}

/** What a process made of a file, looked through once more. */
function asProfile(read: Extract<PersonRead, { ok: true }>['person']): ProfileData {
  const storable = JSON.parse(JSON.stringify(read), (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
  const parsed = profileData.safeParse(storable);
  if (!parsed.success) throw new AppError('profile_not_created');
  return withinForm(parsed.data);
}

/** Close it when done, or the process stays for a while. */
export function createPersonReader({ timeoutMs = 20_000, memoryMb = 512 } = {}): PersonReader {
  const entry = new URL('person-process.ts', import.meta.url);
  const reader = createBoundedProcess<PersonSource, PersonRead>({ entry, timeoutMs, memoryMb, piecesPerProcess: 50 });
  let waiting = 0;
  const ask = async (source: PersonSource): Promise<ProfileData> => {
    if (waiting >= maxWaiting) throw new AppError('busy', { seconds: 30 });
    waiting += 1;
    try {
      const outcome = await reader.ask(source);
      if ('failure' in outcome) throw new AppError(outcome.failure === 'too_slow' ? 'file_slow' : 'file_unreadable');
      if (!outcome.answer.ok) throw new AppError(failures[outcome.answer.reason]);
      return asProfile(outcome.answer.person);
    } finally {
      waiting -= 1;
    }
  };
  return {
    readFile: ({ filename, bytes }) => ask({ bytes, extension: extname(filename).toLowerCase() }),
    readText: (text) => ask({ text }),
    close: reader.close,
  };
}

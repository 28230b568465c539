import { extname } from 'node:path';
import { type ProfileData, profileData } from '@headwater/contract/profile-data';
import { entries } from '@headwater/contract/profile-form';
import { storableText } from '@headwater/domain/storable-text';
import { type BoundedProcess, createBoundedProcess } from '#platform/child/bounded-process.ts';
import { AppError } from '#platform/errors.ts';
import { extractError } from '#platform/extract/failures.ts';
import { createFairTurns, type Requester } from '#platform/fair-turns.ts';
import type { PersonRead, PersonSource } from './person-process.ts';

interface PersonFile {
  filename: string;
  bytes: Uint8Array;
  field: string;
}

/** @throws AppError or FieldErrors that say why no person could be read */
export type ReadPersonFile = (file: PersonFile) => Promise<ProfileData>;

/** Runs in separate processes with fair turns. Texts do not wait for files. */
export interface PersonReader {
  /** Load files in `work`, so that waiting requests hold no bytes. */
  withFiles<Result>(requester: Requester, work: (read: ReadPersonFile) => Promise<Result>): Promise<Result>;
  /** @throws AppError as `ReadPersonFile` */
  readText(requester: Requester, text: string): Promise<ProfileData>;
  close(): void;
}

const failures = { no_person: 'profile_not_created', many_people: 'file_of_many' } as const;

/** Processes for files; a member uses one at a time. */
const fileReaders = 2;
/** The web app imports two files of a person at a time. Companies are limited only to bound what waits. */
const limits = { ofMember: 4, ofCompany: 40, refusal: 'reading_busy', seconds: 5 } as const;

/** Cuts lists and texts to the limits of a form: the uploader of a file did not type them. */
function withinForm(profile: ProfileData): ProfileData {
  const cut = Object.entries(profile).map(([field, value]) => [field, Array.isArray(value) ? value.slice(0, entries) : value]);
  return { ...(Object.fromEntries(cut) as ProfileData), headline: profile.headline?.slice(0, 255) };
}

/** Validates the output of the untrusted process. */
function asProfile(read: Extract<PersonRead, { ok: true }>['person']): ProfileData {
  const storable = JSON.parse(JSON.stringify(read), (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value));
  const parsed = profileData.safeParse(storable);
  if (!parsed.success) throw new AppError('profile_not_created');
  return withinForm(parsed.data);
}

function personOf(outcome: Awaited<ReturnType<PersonProcess['ask']>>, field: string): ProfileData {
  if ('failure' in outcome) throw extractError(outcome.failure === 'too_slow' ? 'too_slow' : 'broken', field);
  if (outcome.answer.ok) return asProfile(outcome.answer.person);
  const { reason } = outcome.answer;
  throw reason === 'no_person' || reason === 'many_people' ? new AppError(failures[reason]) : extractError(reason, field);
}

type PersonProcess = BoundedProcess<PersonSource, PersonRead>;

/** Close it after use, else its processes stay for a while. */
export function createPersonReader({ timeoutMs = 20_000, memoryMb = 512 } = {}): PersonReader {
  const entry = new URL('person-process.ts', import.meta.url);
  const open = (): PersonProcess => createBoundedProcess({ entry, timeoutMs, memoryMb, piecesPerProcess: 50 });
  const [ofFiles, ofTexts] = [Array.from({ length: fileReaders }, open), open()];
  const free = [...ofFiles];
  const files = createFairTurns({ places: fileReaders, placesOfMember: 1, limits });
  const texts = createFairTurns({ places: 1, limits });
  return {
    withFiles: (requester, work) =>
      files.run(requester, async () => {
        const reader = free.pop();
        if (!reader) throw new Error('more turns than readers of files');
        try {
          return await work(async ({ filename, bytes, field }) =>
            personOf(await reader.ask({ bytes, extension: extname(filename).toLowerCase() }, requester.signal), field),
          );
        } finally {
          free.push(reader);
        }
      }),
    // Reading a text takes less time than starting another process for the next one.
    readText: (requester, text) => texts.run(requester, async () => personOf(await ofTexts.ask({ text }), 'text')),
    close: () => [...ofFiles, ofTexts].forEach((reader) => reader.close()),
  };
}

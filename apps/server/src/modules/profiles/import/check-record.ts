import { createHash } from 'node:crypto';
import { type ProfileData, profileData } from '@headwater/contract/profile-data';
import { storableText } from '@headwater/domain/storable-text';
import { keptRatings } from '@headwater/domain/profiles/skills';
import { readContacts } from './read-contacts.ts';
import { fromCommonForm, isOwnForm } from './json-forms.ts';
import { fromJsonResume, isJsonResume, type Json } from './json-resume.ts';

export interface SourceRecord {
  number: number;
  value?: unknown;
  failure?: string;
  /** Key for a record without its own. */
  key?: string;
}

export type Checked = { profile: ProfileData } | { failure: string };

const pathOf = (path: readonly PropertyKey[]) =>
  path.map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`)).join('');

function describeIssues(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const shown = issues.slice(0, 3).map(({ path, message }) => (path.length > 0 ? `${pathOf(path)}: ${message}` : message));
  return issues.length > shown.length ? `${shown.join('; ')}; and ${issues.length - shown.length} more` : shown.join('; ');
}

const longestAbout = 10_000;

const saysSomething = (profile: ProfileData) =>
  Boolean(profile.first_name || profile.last_name || profile.nick || profile.contacts.length || profile.positions.length);

// JSON escapes of NUL and of half a surrogate pair, which a cut through an emoji leaves.
const spelled = /\\u(?:0000|d[89a-f])/;

/** PostgreSQL rejects these characters: one such text would fail its whole batch. */
function keepableProfile(profile: ProfileData): ProfileData {
  const written = JSON.stringify(profile);
  if (!spelled.test(written)) return profile;
  return JSON.parse(written, (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value)) as ProfileData;
}

const unknownForm =
  'the form of this JSON is not known: use JSON Resume (jsonresume.org), the fields of a profile (first_name, last_name, contacts, positions), or flat keys (name, email, phone, title, experience, education, skills)';

function readForm(value: Json): unknown {
  if (isJsonResume(value)) return fromJsonResume(value);
  return isOwnForm(value) ? value : fromCommonForm(value);
}

const mayBeContact = /@|\(at\)|\d(?:\D{0,3}\d){4}/i;

/** Deep nesting and other failures make a record unreadable but do not end the import. */
export function checkRecord(record: SourceRecord, options: { isCommon?: boolean } = {}): Checked {
  try {
    return readRecord(record, options);
  } catch (error) {
    return { failure: error instanceof RangeError ? 'the record is nested too deeply' : 'the record cannot be read' };
  }
}

/** A record without a key gets a key from its content. */
function readRecord(record: SourceRecord, { isCommon = false }: { isCommon?: boolean }): Checked {
  if (record.failure !== undefined) return { failure: record.failure };
  const { value } = record;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { failure: 'the record is not a JSON object' };
  const read = readForm(value as Json);
  if (read === undefined) return { failure: unknownForm };
  const parsed = profileData.safeParse(read);
  if (!parsed.success) return { failure: describeIssues(parsed.error.issues) };
  const profile = keepableProfile(parsed.data);
  const { contacts, unread } = readContacts(profile.contacts, profile.locations[0]?.country_code);
  profile.contacts = contacts;
  // An unreadable contact value is kept as text, which all companies read in the common base.
  const notes = unread.filter(({ value }) => !isCommon || !mayBeContact.test(value)).map(({ type, value }) => `${type}: ${value}`);
  if (notes.length > 0) profile.about = [profile.about, ...notes].filter(Boolean).join('\n').slice(0, longestAbout);
  if (!saysSomething(profile)) return { failure: 'the record has no name, no contact and no position' };
  if (!profile.external_key) {
    profile.external_key = record.key ?? `record:${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`;
  }
  for (const skill of profile.skills) skill.rating_on_resources = keptRatings(skill.rating_on_resources);
  return { profile };
}

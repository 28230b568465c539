import { resumeTypeNames } from '@headwater/domain/profiles/resume-files';
import { maxUnpackedMegabytes } from '#platform/extract/document-parts.ts';
import type { ExtractFailure } from '#platform/extract/outcome.ts';
import type { Extractor } from '#platform/extract/extractor.ts';
import type { SourceRecord } from './check-record.ts';
import { personOfTable } from './table-person.ts';
import { parseResume } from './resume/parse-resume.ts';

const words: Record<ExtractFailure, string> = {
  too_large: 'the file is larger than 10 MB',
  empty: 'the file is empty',
  unsupported: `this kind of file is not supported: use ${resumeTypeNames.join(', ')} or JSON`,
  encrypted: 'the file is protected with a password',
  broken: 'the file is damaged and cannot be read',
  no_text: 'the file holds no text, only pictures',
  unreadable: 'the text cannot be read: the fonts of the file do not say which letters they show',
  too_slow: 'reading the file took too long',
  unpacks_large: `the file unpacks to more than ${maxUnpackedMegabytes} MB of text`,
};

/** `hash` of its bytes is the key, so that the file never creates a second profile. */
export async function resumeRecord(path: string, { extractor, hash }: { extractor: Extractor; hash: string }): Promise<SourceRecord> {
  const extracted = await extractor.extract(path);
  if (!extracted.ok) return { number: 1, failure: words[extracted.reason] };
  const tabled = extracted.rows && personOfTable(extracted.rows);
  if (tabled === 'many') return { number: 1, failure: 'the table lists several people: a file is one person, or JSON lines' };
  const value = tabled ?? parseResume(extracted);
  if (!value) return { number: 1, failure: 'the text does not look like a resume' };
  return { number: 1, value, key: `file:${hash}` };
}

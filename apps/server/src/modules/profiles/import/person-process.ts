import type { ProfileInput } from '@headwater/contract/profile-data';
import { ready } from '#platform/child/bounded-process.ts';
import { extractBytes } from '#platform/extract/extract-bytes.ts';
import type { ExtractedText, ExtractFailure } from '#platform/extract/outcome.ts';
import { findContacts } from './resume/contacts.ts';
import { findName } from './resume/find-name.ts';
import { titleScore } from './resume/line-scores.ts';
import { parseResume } from './resume/parse-resume.ts';
import { splitName } from './resume/split-name.ts';
import { personOfTable } from './table-person.ts';

/** The child process: reads files and pasted texts one by one for its parent, and ends with it. */

export type PersonSource = { bytes: Uint8Array; extension: string } | { text: string };
export type PersonRead = { ok: true; person: ProfileInput } | { ok: false; reason: ExtractFailure | 'no_person' | 'many_people' };

const longestNote = 20_000;

/** A few lines about a person, such as a signature: a name and contacts without a resume. */
function noteOf({ text, links: targets }: ExtractedText): ProfileInput | undefined {
  const short = text.slice(0, longestNote);
  const lines = short
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const found = findName(lines);
  const { contacts, links } = findContacts({ text: short, links: targets });
  if (!found) return undefined;
  const headline = found.others?.find((text) => titleScore(text) > 0) ?? lines[found.lastLine + 1];
  const isHeadline = headline !== undefined && headline.length <= 120 && !/@|https?:|\+?\d[\d\s()-]{7,}/.test(headline);
  return { ...splitName(found.name), headline: isHeadline ? headline : undefined, contacts, links };
}

async function read(source: PersonSource): Promise<PersonRead> {
  const extracted =
    'text' in source
      ? { ok: true as const, text: source.text, links: [], rows: undefined }
      : await extractBytes(Buffer.from(source.bytes), source.extension);
  if (!extracted.ok) return extracted;
  const tabled = extracted.rows ? personOfTable(extracted.rows) : undefined;
  if (tabled === 'many') return { ok: false, reason: 'many_people' };
  const person = tabled ?? parseResume(extracted) ?? ('text' in source ? noteOf(extracted) : undefined);
  return person ? { ok: true, person } : { ok: false, reason: 'no_person' };
}

process.on('message', (source: PersonSource) => {
  void read(source)
    .catch((): PersonRead => ({ ok: false, reason: 'broken' }))
    .then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit(0));
process.send?.(ready);

import { describe, expect, it } from 'vitest';
import { type Reader, slowReadings } from '@headwater/domain/testing/require-linear';
import { fromCommonForm } from './json-forms.ts';
import { fromJsonResume } from './json-resume.ts';
import { findRange, findUnreadRange, readMonth } from './resume/dates.ts';
import { namePieces } from './resume/name-lines.ts';
import { parseResume } from './resume/parse-resume.ts';
import { splitName } from './resume/split-name.ts';

const readers: Reader[] = [
  // Cut to 100,000 characters: short patterns already fill them.
  { name: 'a resume', read: (text) => parseResume({ text: `Anna Lee\n${text}`, links: [] }), once: 100 },
  { name: 'a link of a resume', read: (text) => parseResume({ text: 'Anna Lee\nSkills\nPython', links: [`mailto:${text}`] }) },
  { name: 'a resume in JSON', read: (text) => fromJsonResume({ basics: { name: text, email: text, summary: text, url: text } }) },
  {
    name: 'a record in JSON of a common form',
    read: (text) =>
      fromCommonForm({
        name: text,
        email: text,
        skills: text,
        languages: text,
        [text]: text,
        experience: [{ company: text, dates: text }],
      }),
  },
  { name: 'a name', read: (text) => [splitName(text), namePieces(text), namePieces(`CV of ${text}`)] },
  { name: 'a period', read: (text) => [findRange(text), findUnreadRange(text), readMonth(text)], most: 1_000 },
];

describe('repeated hostile input is read in linear time', () => {
  // Measures processor time, so a busy machine does not matter.
  it.each(readers)('$name', { timeout: 600_000 }, async (reader) => {
    expect((await slowReadings(reader)).join('\n')).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import { parseResume } from '../../apps/server/src/modules/profiles/import/resume/parse-resume.ts';
import { extractBytes } from '../../apps/server/src/platform/extract/extract-bytes.ts';
import { makeResumes } from './generate.ts';
import { type Expected, judge, Tally } from './judge.ts';

/** A little below what all 200 reach: one file more or less tells nothing. */
const least: Record<string, number> = {
  read: 1,
  refused: 1,
  name: 0.95,
  phones: 0.95,
  emails: 1,
  'current title': 0.9,
  'current company': 0.9,
  institutions: 0.92,
  skills: 0.95,
  'skills, precision': 0.93,
};

async function shares(count: number): Promise<Record<string, number>> {
  const tally = new Tally();
  for (const { file, bytes, truth } of makeResumes(count)) {
    const wanted = truth as Expected;
    const extracted = await extractBytes(bytes, file.slice(file.lastIndexOf('.')));
    const got = extracted.ok ? parseResume(extracted) : undefined;
    const refused = wanted.expect_error !== undefined;
    tally.add('refused', { file, found: got ? 0 : 1, expected: refused ? 1 : 0 });
    tally.add('read', { file, found: got ? 1 : 0, expected: refused ? 0 : 1 });
    if (!refused) judge(tally, file, { got: got ?? {}, wanted });
  }
  return Object.fromEntries([...tally.fields].map(([field, { found, expected }]) => [field, found / expected]));
}

describe('resumes of invented people', () => {
  it('are the same for the same seed', () => {
    const [one, other] = [makeResumes(20), makeResumes(20)];
    expect(one.map(({ bytes }) => bytes.toString('base64'))).toEqual(other.map(({ bytes }) => bytes.toString('base64')));
  });

  it('[FILE-007] are read in every layout', async () => {
    const reached = await shares(51);
    const short = Object.entries(least).filter(([field, share]) => (reached[field] ?? 1) < share);
    expect(short.map(([field]) => `${field}: ${String(reached[field])}`)).toEqual([]);
  });
});

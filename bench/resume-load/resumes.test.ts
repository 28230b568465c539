import { describe, expect, it } from 'vitest';
import { parseResume } from '../../apps/server/src/modules/profiles/import/resume/parse-resume.ts';
import { extractBytes } from '../../apps/server/src/platform/extract/extract-bytes.ts';
import { readCorpus } from './corpus.ts';
import { judge, Tally } from './judge.ts';

/** Slightly below the result for all 384 resumes, as a single file is not significant. */
const leastOfSeen: Record<string, number> = {
  read: 1,
  refused: 1,
  name: 0.98,
  phones: 0.95,
  emails: 1,
  links: 0.97,
  location: 0.97,
  headline: 0.98,
  'current title': 0.98,
  'current company': 0.98,
  companies: 0.98,
  institutions: 0.96,
  degrees: 0.96,
  graduation: 0.95,
  skills: 0.98,
  'skills, precision': 0.97,
};

/** The result for held-out layouts, rounded down. */
const leastOfHeldOut: Record<string, number> = {
  read: 1,
  name: 0.97,
  phones: 0.98,
  emails: 1,
  links: 0.9,
  location: 0.8,
  headline: 0.95,
  'current title': 0.95,
  'current company': 0.94,
  companies: 0.93,
  institutions: 0.95,
  degrees: 0.95,
  graduation: 0.95,
  skills: 0.98,
  'skills, precision': 0.95,
};

const sharesOf = ({ fields }: Tally) => Object.fromEntries([...fields].map(([field, { found, expected }]) => [field, found / expected]));

async function shares(count: number): Promise<{ seen: Record<string, number>; heldOut: Record<string, number> }> {
  const tallies = { seen: new Tally(), heldOut: new Tally() };
  for (const { file, bytes, expected: wanted } of readCorpus(count)) {
    const tally = tallies[wanted.held_out ? 'heldOut' : 'seen'];
    const extracted = await extractBytes(bytes, file.slice(file.lastIndexOf('.')));
    const got = extracted.ok ? parseResume(extracted) : undefined;
    const refused = wanted.expect_error !== undefined;
    tally.add('refused', { file, found: got ? 0 : 1, expected: refused ? 1 : 0 });
    tally.add('read', { file, found: got ? 1 : 0, expected: refused ? 0 : 1 });
    if (!refused) judge(tally, file, { got: got ?? {}, wanted });
  }
  return { seen: sharesOf(tallies.seen), heldOut: sharesOf(tallies.heldOut) };
}

const short = (reached: Record<string, number>, least: Record<string, number>) =>
  Object.entries(least).flatMap(([field, share]) => ((reached[field] ?? 1) < share ? [`${field}: ${String(reached[field])}`] : []));

describe('resume corpus', () => {
  it('[FILE-007] reads resumes in every layout', async () => {
    const { seen, heldOut } = await shares(96);
    expect({ seen: short(seen, leastOfSeen), heldOut: short(heldOut, leastOfHeldOut) }).toEqual({ seen: [], heldOut: [] });
  });
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseResume } from '../apps/server/src/modules/profiles/import/resume/parse-resume.ts';
import { createExtractor, type Extractor } from '../apps/server/src/platform/extract/extractor.ts';
import { makeResumes } from './resume-load/generate.ts';
import { hostileFiles } from './resume-load/hostile.ts';
import { type Expected, judge, Tally } from './resume-load/judge.ts';
import type { BenchRow } from './row.ts';

/** What has to be reached on layouts that the rules were not written for. */
const targets: Record<string, number> = {
  refused: 1,
  read: 1,
  name: 0.97,
  phones: 0.98,
  emails: 1,
  'current title': 0.93,
  'current company': 0.93,
  institutions: 0.95,
  skills: 0.96,
  'skills, precision': 0.95,
};
const usualTarget = 0.85;

/** What an earlier reader reached on 38 real resumes that its authors had not seen. */
const earlier: Record<string, number> = {
  read: 0.972,
  name: 0.944,
  phones: 0.933,
  emails: 1,
  headline: 0.962,
  'current title': 0.914,
  'current company': 0.886,
  institutions: 0.945,
  degrees: 0.904,
  links: 0.971,
  companies: 0.968,
  graduation: 0.918,
  skills: 0.967,
  'skills, precision': 0.951,
};

interface Group {
  tally: Tally;
  files: number;
  slowest: { file: string; ms: number };
}

/** Groups of resumes by name, each with its sums. */
class Groups {
  readonly all = new Map<string, Group>();
  private readonly extractor: Extractor;
  constructor(extractor: Extractor) {
    this.extractor = extractor;
  }

  async read(path: string, file: string, { wanted, groups }: { wanted: Expected; groups: readonly string[] }): Promise<void> {
    const started = performance.now();
    const extracted = await this.extractor.extract(path);
    const got = extracted.ok ? parseResume(extracted) : undefined;
    const ms = performance.now() - started;
    const refused = wanted.expect_error !== undefined || wanted.not_a_resume === true;
    for (const name of groups) {
      const group = this.all.get(name) ?? { tally: new Tally(), files: 0, slowest: { file, ms } };
      this.all.set(name, group);
      group.files += 1;
      if (ms > group.slowest.ms) group.slowest = { file, ms };
      group.tally.add('refused', { file, found: refused && !got ? 1 : 0, expected: refused ? 1 : 0 });
      group.tally.add('read', { file, found: !refused && got ? 1 : 0, expected: refused ? 0 : 1 });
      if (!refused) judge(group.tally, file, { got: got ?? {}, wanted });
    }
  }

  rows(verbose: boolean): BenchRow[] {
    return [...this.all].flatMap(([name, { tally, files, slowest }]) => {
      const label = `${name}, ${files} files`;
      const fields = [...tally.fields].map(([metric, { found, expected, missed }]): BenchRow => {
        if (verbose && missed.length > 0) console.log(`${name}: ${metric}: ${missed.join(', ')}`);
        const value = Math.round((1000 * found) / expected) / 1000;
        return {
          case: label,
          metric: `${metric} (${found} of ${expected})`,
          value,
          target: targets[metric] ?? usualTarget,
          reference: earlier[metric] ?? null,
        };
      });
      return [
        ...fields,
        { case: label, metric: `ms, slowest file (${slowest.file})`, value: Math.round(slowest.ms), target: 2000, reference: null },
      ];
    });
  }
}

async function readFolder(groups: Groups, dir: string): Promise<void> {
  for (const file of readdirSync(dir).filter((name) => existsSync(join(dir, `${name}.json`)))) {
    const wanted = JSON.parse(readFileSync(join(dir, `${file}.json`), 'utf8')) as Expected;
    await groups.read(join(dir, file), file, { wanted, groups: ['real resumes, seen'] });
  }
}

async function readMade(
  groups: Groups,
  { folder, count, layouts, seen }: { folder: string; count: number; layouts: boolean; seen: boolean },
): Promise<void> {
  for (const { file, layout, isHeldOut, bytes, truth } of makeResumes(count)) {
    if (seen && isHeldOut) continue;
    const path = join(folder, file);
    writeFileSync(path, bytes);
    const sum = isHeldOut ? 'layouts held out' : 'layouts seen';
    await groups.read(path, file, { wanted: truth as Expected, groups: layouts ? [sum, layout] : [sum] });
  }
}

/** After which the process that reads a file is ended: packed documents unfold to far more than their bytes. */
const readingLimit = 20_000;

/** Two million signs of the same, in every form that a pattern may stumble over: the time for each. */
async function readHostile(extractor: Extractor, folder: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { file, bytes } of hostileFiles()) {
    const path = join(folder, file);
    writeFileSync(path, bytes);
    const started = performance.now();
    const extracted = await extractor.extract(path);
    if (extracted.ok) parseResume(extracted);
    rows.push({
      case: 'hostile, 2 MB',
      metric: `ms, ${file}`,
      value: Math.round(performance.now() - started),
      target: file.endsWith('.docx') ? readingLimit : 5000,
      reference: null,
    });
  }
  return rows;
}

/**
 * Makes `count` resumes of invented people (384) in a fixed set of layouts, reads them and tells field by field how much was found, apart for
 * layouts that the rules were written for and those held out; the reference is what an earlier reader reached on real resumes. `dir` adds
 * a folder of resumes with NAME.json beside NAME, `layouts` a table for each layout, `seen` leaves out those held out, as whoever writes
 * rules should, and `verbose` names the files in which something was missed.
 */
export async function run({ dir, count = 384, layouts, seen, verbose }: Record<string, unknown>): Promise<BenchRow[]> {
  const extractor = createExtractor();
  const groups = new Groups(extractor);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-resumes-'));
  try {
    // The first file also starts the process and loads the reference data, which no later one pays for.
    const [first] = makeResumes(1);
    if (first) {
      writeFileSync(join(folder, first.file), first.bytes);
      const extracted = await extractor.extract(join(folder, first.file));
      if (extracted.ok) parseResume(extracted);
    }
    await readMade(groups, { folder, count: Number(count), layouts: layouts === true, seen: seen === true });
    if (typeof dir === 'string') await readFolder(groups, dir);
    return [...groups.rows(verbose === true), ...(await readHostile(extractor, folder))];
  } finally {
    extractor.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseResume } from '../apps/server/src/modules/profiles/import/resume/parse-resume.ts';
import { createExtractor, type Extractor } from '../apps/server/src/platform/extract/extractor.ts';
import { readCorpus } from './resume-load/corpus.ts';
import { hostileFiles } from './resume-load/hostile.ts';
import { type Expected, judge, Tally } from './resume-load/judge.ts';
import type { BenchRow } from './row.ts';

/** Targets for held-out layouts, for which no rule was written. */
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

/** Results of an earlier parser on 38 unseen real resumes. */
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

async function readCorpusFiles(
  groups: Groups,
  { folder, count, layouts, seen }: { folder: string; count: number; layouts: boolean; seen: boolean },
): Promise<void> {
  for (const { file, bytes, expected } of readCorpus(count)) {
    if (seen && expected.held_out) continue;
    const path = join(folder, file);
    writeFileSync(path, bytes);
    const group = expected.held_out ? 'layouts held out' : 'layouts seen';
    await groups.read(path, file, { wanted: expected, groups: layouts ? [group, expected.layout] : [group] });
  }
}

/** Milliseconds. A packed document can unpack to far more than its size. */
const readingLimit = 20_000;

/** Times the files of `hostile.ts`. */
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
 * `--count`: first resumes of the corpus; `--dir` adds a folder of resumes with NAME.json beside
 * NAME; `--layouts`: a group per layout; `--seen`: no held-out layouts, for people who write rules;
 * `--verbose` names files with misses.
 */
export async function run({ dir, count = 384, layouts, seen, verbose }: Record<string, unknown>): Promise<BenchRow[]> {
  const extractor = createExtractor();
  const groups = new Groups(extractor);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-resumes-'));
  try {
    // Start the process and load the reference data before the measurement.
    const [first] = readCorpus(1);
    if (first) {
      writeFileSync(join(folder, first.file), first.bytes);
      const extracted = await extractor.extract(join(folder, first.file));
      if (extracted.ok) parseResume(extracted);
    }
    await readCorpusFiles(groups, { folder, count: Number(count), layouts: layouts === true, seen: seen === true });
    if (typeof dir === 'string') await readFolder(groups, dir);
    return [...groups.rows(verbose === true), ...(await readHostile(extractor, folder))];
  } finally {
    extractor.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

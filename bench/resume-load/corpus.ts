import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Expected } from './judge.ts';

export interface CorpusResume {
  file: string;
  bytes: Buffer;
  expected: Expected & { layout: string; held_out?: boolean };
}

/**
 * The first `count` of 384 resumes of invented people in 32 layouts; NAME.json holds the expected result of NAME.
 * A script wrote the archive; commit 4238fefb holds its last version (`bench/resume-load/generate.ts`).
 */
export function readCorpus(count = 384): CorpusResume[] {
  const files = unzipSync(readFileSync(new URL('resumes.zip', import.meta.url)), {
    filter: ({ name }) => Number(name.slice(0, 3)) <= count,
  });
  return Object.entries(files)
    .filter(([file]) => !file.endsWith('.json'))
    .map(([file, bytes]) => ({
      file,
      bytes: Buffer.from(bytes),
      expected: JSON.parse(strFromU8(files[`${file}.json`] as Uint8Array)) as CorpusResume['expected'],
    }));
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { classifyIncoming } from '@headwater/domain/mail/classify-incoming';
import { ownText } from '@headwater/domain/mail/own-text';
import type { Verdict } from '@headwater/domain/mail/incoming-verdict';
import { parseMail } from '../apps/server/src/platform/mail/parse.ts';

/** Entry of `labels.json`; the fields depend on the kind. */
type Label = {
  kind: 'bounces' | 'complaints' | 'autoreplies' | 'replies' | 'normal';
  file: string;
  style?: string;
  expected?: { reason?: string; hard?: boolean }[];
  expected_reply?: string;
  must_contain?: string[];
  must_not_contain?: string[];
};

export type BenchRow = { case: string; metric: string; value: number; target: number | null; reference: string };

type Score = { right: number; of: number; wrong: string[] };

/** Classifies a folder of labelled messages. `of`: the folder with labels.json and its files. */
export async function run({ of, dir = of }: { of?: string; dir?: string }): Promise<BenchRow[]> {
  if (!dir) throw new Error('Which folder? npm run bench -- inbound DIR');
  const labels = JSON.parse(await readFile(join(dir, 'labels.json'), 'utf8')) as Label[];
  const scores = { bounces: empty(), clear: empty(), autoreplies: empty(), complaints: empty(), people: empty(), ownText: empty() };
  for (const label of labels) {
    const raw = await readFile(join(dir, label.file));
    if (label.file.endsWith('.eml')) judgeKind(scores, label, classifyIncoming(await parseMail(raw)));
    if (label.kind === 'replies' && label.style !== 'unlabelled') count(scores.ownText, label, await hasOwnText(label, raw));
  }
  const rows = [
    row({ case: 'bounces', metric: 'found, with the right hard or soft, %', target: 97 }, scores.bounces),
    row({ case: 'bounces, but "filtered"', metric: 'found, with the right hard or soft, %', target: 97 }, scores.clear),
    row({ case: 'auto-replies', metric: 'not counted as a reply, %', target: 100 }, scores.autoreplies),
    row({ case: 'complaints', metric: 'found, %', target: null }, scores.complaints),
    row({ case: 'people', metric: 'counted as a reply, %', target: null }, scores.people),
    row({ case: 'own text', metric: 'cut right, %', target: 90 }, scores.ownText),
  ];
  console.table(rows.map(({ case: name, metric, value, target, reference }) => ({ case: name, metric, value, target, reference })));
  for (const [name, { wrong }] of Object.entries(scores)) if (wrong.length > 0) console.log(`${name}: ${wrong.join(', ')}`);
  return rows;
}

const empty = (): Score => ({ right: 0, of: 0, wrong: [] });

function count(score: Score, label: Label, isRight: boolean): void {
  score.of += 1;
  if (isRight) score.right += 1;
  else score.wrong.push(label.file);
}

type Measure = { case: string; metric: string; target: number | null };

const row = (measure: Measure, { right, of }: Score): BenchRow => ({
  ...measure,
  value: of === 0 ? 0 : Math.round((1000 * right) / of) / 10,
  reference: `${right} of ${of}`,
});

type Scores = Record<'bounces' | 'clear' | 'autoreplies' | 'complaints' | 'people', Score>;

function judgeKind(scores: Scores, label: Label, verdict: Verdict): void {
  if (label.kind === 'bounces') {
    count(scores.bounces, label, isRightBounce(label, verdict));
    // "user unknown" of a filtering mailbox: labelled soft, worded as hard.
    if (!label.expected?.some(({ reason }) => reason === 'filtered')) count(scores.clear, label, isRightBounce(label, verdict));
  } else if (label.kind === 'autoreplies') count(scores.autoreplies, label, verdict.kind === 'auto_reply');
  else if (label.kind === 'complaints') count(scores.complaints, label, verdict.kind === 'complaint');
  else count(scores.people, label, verdict.kind === 'reply');
}

/** Compares recipients one by one, or by "any is hard" if their numbers differ. */
function isRightBounce({ expected = [] }: Label, verdict: Verdict): boolean {
  const reasons = expected.map(({ reason }) => reason);
  if (reasons.length > 0 && reasons.every((reason) => reason === 'delivered')) return verdict.kind !== 'bounce' && verdict.kind !== 'reply';
  if (verdict.kind !== 'bounce') return false;
  const wanted = expected.map(({ hard }) => hard === true);
  const got = verdict.bounces.map(({ permanence }) => permanence === 'hard');
  if (wanted.length === 0) return true;
  return wanted.length === got.length ? wanted.every((hard, index) => hard === got[index]) : wanted.includes(true) === got.includes(true);
}

const flat = (text: string): string =>
  text
    .replaceAll(/[\u200b\ufeff]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const dense = (text: string): string => text.replaceAll(/\s+/g, '');

async function hasOwnText(label: Label, raw: Buffer): Promise<boolean> {
  const own = await ownTextOf(label, raw);
  const lines = new Set(own.split('\n').map(flat));
  const hasAll = (label.must_contain ?? []).every((line) => flat(own).includes(flat(line)));
  const hasNone = (label.must_not_contain ?? []).every((line) => flat(line) === '' || !lines.has(flat(line)));
  if (label.expected_reply === undefined) return hasAll && hasNone;
  return hasAll && hasNone && dense(own) === dense(label.expected_reply);
}

async function ownTextOf({ file }: Label, raw: Buffer): Promise<string> {
  if (file.endsWith('.eml')) return ownText(await parseMail(raw));
  const content = raw.toString('utf8');
  return ownText(file.endsWith('.html') ? { text: '', html: content } : { text: content, html: '' });
}

import { asWished, fill, type Job, namedIn, readJob } from './facts.ts';
import type { Phrases } from './languages/phrases.ts';

export interface LetterFacts {
  job: string;
  wishes: string;
  person: { first_name: string; positions: { title: string; company: string }[]; skills: string[] };
  /** Subject of the letter that is followed up; empty for a first letter. */
  earlier: string;
  /** What the person wrote to it. */
  answer: string;
}

export type Manner = 'short' | 'warm' | 'detailed';

interface Writing {
  phrases: Phrases;
  facts: LetterFacts;
  job: Job;
  pick(ways: readonly string[]): string;
}

const bounds = { points: 6, sentences: { short: 1, warm: 2, detailed: 4 } };

const listed = (code: string, items: readonly string[]): string =>
  new Intl.ListFormat(code, { type: 'conjunction' }).format(items.slice(0, 3));

/** What of the person's work made one write. */
function whyThem({ phrases: { code, letter }, facts: { person, job }, pick }: Writing): string[] {
  const [last] = person.positions;
  const work = last && fill(pick(last.company ? letter.work : letter.workAlone), last);
  const matching = namedIn(job, person.skills);
  const skills = matching.length > 0 ? matching : person.skills;
  const known = skills.length > 0 ? fill(matching.length > 0 ? letter.match : letter.skills, { skills: listed(code, skills) }) : '';
  return [work ?? '', known].filter(Boolean);
}

function whatJob({ phrases: { letter }, job, pick }: Writing): string {
  return job.name === undefined ? pick(letter.jobNameless) : fill(pick(letter.job), { job: job.name });
}

function whatItIs({ phrases: { letter }, facts: { wishes }, job }: Writing, manner: Manner): string[] {
  const told = asWished(job.sentences, wishes).slice(0, bounds.sentences[manner]);
  const inShort = told.length > 0 ? [manner === 'detailed' ? told.join(' ') : fill(letter.summary, { text: told.join(' ') })] : [];
  const listsPoints = job.points.length > 0 && manner !== 'short';
  const points = job.points.slice(0, manner === 'detailed' ? bounds.points : 3).map((point) => `- ${point}`);
  return [...inShort, ...(listsPoints ? [[letter.duties, ...points].join('\n')] : [])];
}

/** The parts between greeting and question. */
function middle(writing: Writing, manner: Manner): string[] {
  const { phrases, facts, pick } = writing;
  const about = whatItIs(writing, manner);
  if (facts.answer !== '') return [pick(phrases.letter.thanks), ...about];
  if (facts.earlier !== '') return [fill(pick(phrases.letter.reminder), { subject: facts.earlier }), ...about];
  const [work = '', ...known] = whyThem(writing);
  const job = whatJob(writing);
  if (manner === 'short') return [[work, job, ...about].filter(Boolean).join(' ')];
  return [[work, ...known].filter(Boolean).join(' '), job, ...about].filter(Boolean);
}

function subjectOf({ phrases: { letter }, facts, job }: Writing, manner: Manner): string {
  if (job.name === undefined) return letter.subject.nameless;
  const isNamed = manner !== 'warm' || facts.person.first_name !== '';
  return fill(isNamed ? letter.subject[manner] : letter.subject.short, { job: job.name, name: facts.person.first_name });
}

const wantsShort = /\b(?:short|brief|concise)|коротк|кратк|лаконич/iu;
const wantsCall = /\b(?:call|phone)\b|созвон|звон|телефон/iu;

/** A letter to one person. `variant`: which of several ways to say it. */
export function writeLetter(
  phrases: Phrases,
  facts: LetterFacts,
  { manner: asked, variant }: { manner: Manner; variant: number },
): { subject: string; body: string } {
  const manner = wantsShort.test(facts.wishes) ? 'short' : asked;
  const pick = (ways: readonly string[]) => ways[variant % ways.length] ?? '';
  const writing: Writing = { phrases, facts, job: readJob(facts.job), pick };
  const { letter } = phrases;
  const name = facts.person.first_name;
  const asks = wantsCall.test(facts.wishes) || facts.answer !== '' || manner === 'detailed' ? letter.askCall : letter.ask;
  const last = [pick(asks), ...(manner === 'warm' && facts.answer === '' ? [letter.noPressure] : [])].join(' ');
  const body = [name === '' ? letter.helloNobody : fill(letter.hello, { name }), ...middle(writing, manner), last].join('\n\n');
  return { subject: subjectOf(writing, manner), body };
}

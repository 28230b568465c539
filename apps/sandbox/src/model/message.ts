import { sortByWishes, fill, type Job, findSkills, readJob } from './facts.ts';
import type { Phrases } from './languages/phrases.ts';

export interface MessageFacts {
  job: string;
  wishes: string;
  person: { first_name: string; positions: { title: string; company: string }[]; skills: string[] };
  earlier: string;
  answer: string;
}

export type Manner = 'short' | 'warm' | 'detailed';

interface Writing {
  phrases: Phrases;
  facts: MessageFacts;
  job: Job;
  pick(ways: readonly string[]): string;
}

const bounds = { points: 6, sentences: { short: 1, warm: 2, detailed: 4 } };

const listed = (code: string, items: readonly string[]): string =>
  new Intl.ListFormat(code, { type: 'conjunction' }).format(items.slice(0, 3));

function whyThem({ phrases: { code, message: wording }, facts: { person, job }, pick }: Writing): string[] {
  const [last] = person.positions;
  const work = last && fill(pick(last.company ? wording.work : wording.workAlone), last);
  const matching = findSkills(job, person.skills);
  const skills = matching.length > 0 ? matching : person.skills;
  const known = skills.length > 0 ? fill(matching.length > 0 ? wording.match : wording.skills, { skills: listed(code, skills) }) : '';
  return [work ?? '', known].filter(Boolean);
}

function whatJob({ phrases: { message: wording }, job, pick }: Writing): string {
  return job.name === undefined ? pick(wording.jobNameless) : fill(pick(wording.job), { job: job.name });
}

function whatItIs({ phrases: { message: wording }, facts: { wishes }, job }: Writing, manner: Manner): string[] {
  const emphasised = sortByWishes(job.sentences, wishes).slice(0, bounds.sentences[manner]);
  const inShort =
    emphasised.length > 0 ? [manner === 'detailed' ? emphasised.join(' ') : fill(wording.summary, { text: emphasised.join(' ') })] : [];
  const listsPoints = job.points.length > 0 && manner !== 'short';
  const points = job.points.slice(0, manner === 'detailed' ? bounds.points : 3).map((point) => `- ${point}`);
  return [...inShort, ...(listsPoints ? [[wording.duties, ...points].join('\n')] : [])];
}

function middle(writing: Writing, manner: Manner): string[] {
  const { phrases, facts, pick } = writing;
  const about = whatItIs(writing, manner);
  if (facts.answer !== '') return [pick(phrases.message.thanks), ...about];
  if (facts.earlier !== '') return [fill(pick(phrases.message.reminder), { subject: facts.earlier }), ...about];
  const [work = '', ...known] = whyThem(writing);
  const job = whatJob(writing);
  if (manner === 'short') return [[work, job, ...about].filter(Boolean).join(' ')];
  return [[work, ...known].filter(Boolean).join(' '), job, ...about].filter(Boolean);
}

function subjectOf({ phrases: { message: wording }, facts, job }: Writing, manner: Manner): string {
  if (job.name === undefined) return wording.subject.nameless;
  const isNamed = manner !== 'warm' || facts.person.first_name !== '';
  return fill(isNamed ? wording.subject[manner] : wording.subject.short, { job: job.name, name: facts.person.first_name });
}

const wantsShort = /\b(?:short|brief|concise)|коротк|кратк|лаконич/iu;
const wantsCall = /\b(?:call|phone)\b|созвон|звон|телефон/iu;

export function writeMessage(
  phrases: Phrases,
  facts: MessageFacts,
  { manner: requested, variant }: { manner: Manner; variant: number },
): { subject: string; body: string } {
  const manner = wantsShort.test(facts.wishes) ? 'short' : requested;
  const pick = (ways: readonly string[]) => ways[variant % ways.length] ?? '';
  const writing: Writing = { phrases, facts, job: readJob(facts.job), pick };
  const { message: wording } = phrases;
  const name = facts.person.first_name;
  const asks = wantsCall.test(facts.wishes) || facts.answer !== '' || manner === 'detailed' ? wording.askCall : wording.ask;
  const last = [pick(asks), ...(manner === 'warm' && facts.answer === '' ? [wording.noPressure] : [])].join(' ');
  const body = [name === '' ? wording.helloNobody : fill(wording.hello, { name }), ...middle(writing, manner), last].join('\n\n');
  return { subject: subjectOf(writing, manner), body };
}

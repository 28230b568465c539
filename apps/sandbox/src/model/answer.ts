import { createHash } from 'node:crypto';
import { describe } from './describe.ts';
import { phrasesFor } from './languages/languages.ts';
import { type Manner, writeMessage } from './message.ts';

export interface Question {
  task: string;
  input: string;
  schema?: string | undefined;
}

type Known = Record<string, unknown>;
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const record = (value: unknown): Known => (typeof value === 'object' && value !== null ? (value as Known) : {});
const items = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function readInput(input: string): Known | undefined {
  try {
    return record(JSON.parse(input));
  } catch {
    return undefined;
  }
}

const mannerOf = (task: string): Manner => (task.includes('Be brief') ? 'short' : task.includes('Be thorough') ? 'detailed' : 'warm');

function messageFor(task: string, input: Known, variant: number): string {
  const person = record(input['person']);
  const positions = items(person['positions']).map((one) => ({ title: text(record(one)['title']), company: text(record(one)['company']) }));
  const facts = {
    job: text(input['job']),
    wishes: text(input['wishes']),
    person: {
      first_name: text(person['first_name']),
      positions: positions.filter(({ title }) => title !== ''),
      skills: items(person['skills']).map(text).filter(Boolean),
    },
    earlier: text(input['earlier_subject']),
    answer: text(input['their_answer']),
  };
  return JSON.stringify(writeMessage(phrasesFor(task), facts, { manner: mannerOf(task), variant }));
}

function descriptionFor(task: string, input: Known, variant: number): string {
  const facts = {
    position: text(input['position']),
    company: text(input['company']),
    responsibilities: text(input['responsibilities']),
    requirements: text(input['requirements']),
    more: text(input['more']),
  };
  return describe(phrasesFor(task), facts, variant);
}

const remembered = 500;

export function createAnswers(): (question: Question) => string | undefined {
  const seen = new Map<string, number>();
  const variantOf = (question: Question): number => {
    const digest = createHash('sha256').update(JSON.stringify(question)).digest();
    const key = digest.toString('base64');
    const count = seen.get(key) ?? 0;
    if (seen.size >= remembered) seen.clear();
    seen.set(key, count + 1);
    return (digest[0] ?? 0) + count;
  };
  return (question) => {
    const input = readInput(question.input);
    if (!input) return undefined;
    if (question.schema === 'message' && 'job' in input) return messageFor(question.task, input, variantOf(question));
    if (question.schema === undefined && 'position' in input) return descriptionFor(question.task, input, variantOf(question));
    return undefined;
  };
}

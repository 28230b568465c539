import type { FitVerdict } from '@headwater/domain/vacancies/fit-verdicts';
import type { PeopleFilter } from '../vacancy.ts';

/** `body` is HTML of the editor. */
export interface Message {
  subject: string;
  body: string;
  variant_b?: { subject: string; body: string };
  /** Seconds after the previous message. */
  send_delay?: number;
  delay_kind?: 'calendar' | 'business';
}

export interface VacancyMailing {
  vacancy: string;
  name: string;
  messages: readonly Message[];
  /** Includes a bounce and an unsubscribe. */
  hasMishaps?: boolean;
}

export interface SequenceStory {
  name: string;
  messages: readonly Message[];
  people: PeopleFilter;
}

export interface RunningMailingStory {
  vacancy: { name: string; company_name: string; description: string; query: string };
  name: string;
  messages: readonly Message[];
  people: PeopleFilter;
}

export interface TemplateStory {
  name: string;
  subject: string;
  body: string;
  access_type: 'public' | 'private';
  variables?: readonly { name: string; value: string; data: readonly string[] }[];
}

export interface SearchStory {
  name: string;
  description: string;
  query: string;
}

export interface CommentStory {
  author: string;
  vacancies: readonly string[];
  status: string;
  texts: readonly string[];
}

/** About the first person of a vacancy with one of the statuses. */
export interface TaskStory {
  vacancy: string;
  statuses: readonly string[];
  title: string;
  /** 0 is today. */
  dueInDays: number;
  isDone?: boolean;
}

/** PPL-002: a note about one of the people of a vacancy with one of the statuses. */
export interface FitNoteStory {
  vacancy: string;
  statuses: readonly string[];
  verdict: FitVerdict;
  text: string;
}

export interface ShortlistStory {
  vacancy: string;
  statuses: readonly string[];
  count: number;
  reviewer: string;
  /** In the order of the people; people after the last one wait for an answer. */
  reviews: readonly { decision: 'approved' | 'rejected'; comment: string }[];
}

export interface Correspondence {
  interested: readonly string[];
  declined: readonly string[];
  /** Undecided replies, which ask a question. */
  curious: readonly string[];
  /** Replies to a recruiter's second message. */
  agreed: readonly string[];
  away: string;
  invitation: readonly string[];
  thanks: readonly string[];
  details: readonly string[];
  confirmation: readonly string[];
}

export interface Story {
  language: 'en' | 'ru';
  email: string;
  signature: string;
  templates: readonly TemplateStory[];
  mailings: readonly VacancyMailing[];
  sequence?: SequenceStory;
  runningMailing?: RunningMailingStory;
  searches: readonly SearchStory[];
  comments: readonly CommentStory[];
  tasks: readonly TaskStory[];
  fitNotes: readonly FitNoteStory[];
  shortlist?: ShortlistStory;
  correspondence: Correspondence;
}

export const day = 86_400;

export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

import type { PeopleFilter } from '../vacancy.ts';

/** A message of a mailing as its sender wrote it: html of the editor. */
export interface Message {
  subject: string;
  body: string;
  variant_b?: { subject: string; body: string };
  /** Seconds after the message before it. */
  send_delay?: number;
  delay_kind?: 'calendar' | 'business';
}

/** A mailing list of one of the demo's vacancies, to everybody who was contacted in it. */
export interface VacancyMailing {
  /** Of the vacancy. */
  vacancy: string;
  name: string;
  messages: readonly Message[];
  /** An address in it does not exist, and somebody unsubscribes. */
  hasMishaps?: boolean;
}

export interface SequenceStory {
  name: string;
  messages: readonly Message[];
  people: PeopleFilter;
}

/** A smart vacancy whose candidates are being written to at this moment. */
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

/** Remarks of a user on candidates who got that status; one of the texts each. */
export interface CommentStory {
  author: string;
  vacancies: readonly string[];
  status: string;
  texts: readonly string[];
}

/** What candidates answer, and what their recruiter writes back. */
export interface Correspondence {
  interested: readonly string[];
  declined: readonly string[];
  /** Of who has not decided: to be answered. */
  curious: readonly string[];
  /** To a recruiter's second message. */
  agreed: readonly string[];
  away: string;
  invitation: readonly string[];
  thanks: readonly string[];
  details: readonly string[];
  confirmation: readonly string[];
}

/** What one recruiter of the demo has done in the weeks before. */
export interface Story {
  language: 'en' | 'ru';
  email: string;
  /** Html. */
  signature: string;
  templates: readonly TemplateStory[];
  mailings: readonly VacancyMailing[];
  sequence?: SequenceStory;
  runningMailing?: RunningMailingStory;
  searches: readonly SearchStory[];
  comments: readonly CommentStory[];
  correspondence: Correspondence;
}

export const day = 86_400;

export const paragraphs = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

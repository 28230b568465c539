import { randomUUID } from 'node:crypto';
import { type AtsFaults, createAtsFaults } from '../faults.ts';
import { createRotatingGrants, type RotatingGrants } from '../rotating-grants.ts';

export type User = {
  id: string;
  name: string;
  username: string;
  email: string;
  createdAt: number;
  deactivatedAt: number | null;
  accessRole: string;
};
export type Posting = { id: string; text: string; state: string; location: string; team: string };
export type Stage = { id: string; text: string };
export type Contact = { id: string; name: string; headline: string; emails: string[]; phones: { value: string }[]; links: string[] };
export type Opportunity = {
  id: string;
  contact: string;
  stage: string;
  posting: string | null;
  archivedAt: number | null;
  origin: string;
  owner: string;
  createdAt: number;
};
export type Note = { id: string; opportunity: string; value: string; user: string | null };
export type StoredFile = { id: string; opportunity: string; name: string; size: number };
export type Webhook = { id: string; url: string; event: string; signatureToken: string };

export type LeverWorld = {
  now(): Date;
  /** API keys with their permissions. */
  keys: Map<string, Set<string>>;
  grants: RotatingGrants;
  users: User[];
  postings: Posting[];
  stages: Stage[];
  archiveReasons: { id: string; text: string; status: string; type: string }[];
  contacts: Contact[];
  opportunities: Opportunity[];
  notes: Note[];
  files: StoredFile[];
  webhooks: Webhook[];
  /** E-mails that Lever would send to people. */
  outbox: { to: string; subject: string }[];
  faults: AtsFaults;
  limit: { perSecond: number; burst: number };
  refused: number;
  requests: string[];
};

export const ALL_RIGHTS = ['archive_reasons', 'contacts', 'files', 'notes', 'opportunities', 'postings', 'stages', 'users', 'webhooks'];

export type WorldOptions = { now: () => Date; users: readonly { email: string; name: string }[] };

export const makeUser = ({ email, name }: { email: string; name: string }, createdAt: number): User => ({
  id: randomUUID(),
  name,
  username: email.split('@')[0] ?? email,
  email,
  createdAt,
  deactivatedAt: null,
  accessRole: 'super admin',
});

const posting = (text: string, state: string, [location, team]: [string, string]): Posting => ({
  id: randomUUID(),
  text,
  state,
  location,
  team,
});

/** Lever with three open postings, and the API key `sandbox-key`. */
export function createWorld({ now, users }: WorldOptions): LeverWorld {
  return {
    now,
    keys: new Map([['sandbox-key', new Set(ALL_RIGHTS)]]),
    grants: createRotatingGrants(now),
    users: users.map((user, at) => makeUser(user, 1_400_000_000_000 + at)),
    postings: [
      posting('Backend developer', 'published', ['Berlin', 'Engineering']),
      posting('Product designer', 'published', ['Lisbon', 'Design']),
      posting('Payroll analyst', 'internal', ['Berlin', 'Finance']),
      posting('Office manager', 'closed', ['Berlin', 'Operations']),
      posting('Data scientist', 'draft', ['Berlin', 'Engineering']),
    ],
    stages: ['New lead', 'New applicant', 'Recruiter screen', 'On-site interview', 'Offer'].map((text) => ({ id: randomUUID(), text })),
    archiveReasons: ['Withdrew', 'Underqualified'].map((text) => ({ id: randomUUID(), text, status: 'active', type: 'non-hired' })),
    contacts: [],
    opportunities: [],
    notes: [],
    files: [],
    webhooks: [],
    outbox: [],
    faults: createAtsFaults(),
    limit: { perSecond: 10, burst: 20 },
    refused: 0,
    requests: [],
  };
}

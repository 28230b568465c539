import { randomUUID } from 'node:crypto';
import { type AtsFaults, createAtsFaults } from '../faults.ts';
import type { Limit } from '../limits.ts';
import { createRotatingGrants, type RotatingGrants } from '../rotating-grants.ts';

export type Job = { id: string; title: string; status: string; department: string; city: string; country: string };
export type Assignment = { jobId: string; status: string; subStatus: string | null };
export type Candidate = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string | null;
  tags: string[];
  /** The newest first: SmartRecruiters calls it the primary one. */
  assignments: Assignment[];
};
export type StoredFile = { id: string; candidateId: string; name: string; type: string };
export type Message = { id: string; content: string };
export type Subscription = { id: string; callbackUrl: string; events: string[]; status: 'inactive' | 'active' };

export type SmartRecruitersWorld = {
  now(): Date;
  /** API keys with their scopes. */
  keys: Map<string, Set<string>>;
  grants: RotatingGrants;
  users: { email: string }[];
  jobs: Job[];
  candidates: Candidate[];
  files: StoredFile[];
  messages: Message[];
  subscriptions: Subscription[];
  /** E-mails that SmartRecruiters would send to people. */
  outbox: { to: string; subject: string }[];
  faults: AtsFaults;
  limit: Limit;
  refused: number;
  requests: string[];
  /** Asks the receiver of webhooks to confirm; returns its status and headers. */
  call(url: string, headers: Record<string, string>): Promise<{ status: number; secret: string | null }>;
};

export const ALL_SCOPES = [
  'candidates_read',
  'candidates_create',
  'candidates_manage',
  'configuration_read',
  'jobs_read',
  'messages_read',
  'messages_write',
  'webhooks_manage',
];

export type WorldOptions = { now: () => Date; users: readonly { email: string }[]; call?: SmartRecruitersWorld['call'] };

async function callReceiver(url: string, headers: Record<string, string>) {
  const { status, headers: answered } = await fetch(url, { method: 'POST', headers, body: '{}' });
  return { status, secret: answered.get('x-hook-secret') };
}

const job = (title: string, status: string, department: string): Job => ({
  id: randomUUID(),
  title,
  status,
  department,
  city: 'Berlin',
  country: 'de',
});

/** SmartRecruiters with two open jobs, and the API key `sandbox-key`. */
export const createWorld = ({ now, users, call = callReceiver }: WorldOptions): SmartRecruitersWorld => ({
  now,
  keys: new Map([['sandbox-key', new Set(ALL_SCOPES)]]),
  grants: createRotatingGrants(now),
  users: [...users],
  jobs: [
    job('Backend developer', 'SOURCING', 'Engineering'),
    job('Product designer', 'INTERVIEW', 'Design'),
    job('Office manager', 'FILLED', 'Operations'),
    // A state that the reference does not list.
    job('Data scientist', 'PENDING_APPROVAL', 'Engineering'),
  ],
  candidates: [],
  files: [],
  messages: [],
  subscriptions: [],
  outbox: [],
  faults: createAtsFaults(),
  limit: { calls: 10, seconds: 1 },
  refused: 0,
  requests: [],
  call,
});

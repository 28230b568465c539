import { randomUUID } from 'node:crypto';
import { type AtsFaults, createAtsFaults } from '../faults.ts';
import type { Limit } from '../limits.ts';
import { createRotatingGrants, type RotatingGrants } from '../rotating-grants.ts';

export type Member = { id: string; name: string; email: string; role: string };
export type Job = { id: string; shortcode: string; title: string; state: string; department: string; city: string; country: string };
export type Candidate = {
  id: string;
  firstname: string;
  lastname: string;
  headline: string | null;
  email: string;
  phone: string | null;
  /** Shortcode. Null: in the talent pool. */
  job: string | null;
  stage: string;
  disqualified: boolean;
  withdrew: boolean;
  /** `uploaded`: the request said nothing. */
  origin: 'uploaded' | 'sourced' | 'applied';
  tags: string[];
  createdAt: string;
};
export type Comment = { id: string; candidateId: string; memberId: string; body: string; attachment: string | null; createdAt: string };
export type Subscription = { id: number; target: string; event: string };

export type WorkableWorld = {
  now(): Date;
  /** Account in the host name; here in the path. */
  subdomain: string;
  /** Accounts that exist, but know no token. */
  otherSubdomains: readonly string[];
  /** Tokens of the account with their scopes. */
  tokens: Map<string, Set<string>>;
  grants: RotatingGrants;
  members: Member[];
  jobs: Job[];
  stages: string[];
  candidates: Candidate[];
  comments: Comment[];
  subscriptions: Subscription[];
  /** E-mails that Workable would send to people. */
  outbox: { to: string; subject: string }[];
  faults: AtsFaults;
  /** Belongs to a token of the account. */
  limit: Limit;
  oauthLimit: Limit;
  refused: number;
  requests: string[];
};

export const ALL_SCOPES = ['r_jobs', 'r_candidates', 'w_candidates'];

export type WorkableOptions = { now: () => Date; users: readonly { email: string; name?: string }[] };

export const shortId = () => randomUUID().slice(0, 8);

export const makeMember = ({ email, name = email }: { email: string; name?: string }): Member => ({
  id: shortId(),
  name,
  email,
  role: 'admin',
});

const makeJob = (title: string, shortcode: string, [state, department, city, country]: [string, string, string, string]): Job => ({
  id: shortId(),
  shortcode,
  title,
  state,
  department,
  city,
  country,
});

/** The account `sandbox` with two published jobs and the token `sandbox-token`. */
export function createWorkable({ now, users }: WorkableOptions): WorkableWorld {
  return {
    now,
    subdomain: 'sandbox',
    otherSubdomains: ['other'],
    tokens: new Map([['sandbox-token', new Set(ALL_SCOPES)]]),
    grants: createRotatingGrants(now),
    members: users.map(makeMember),
    jobs: [
      makeJob('Backend developer', 'BACK001', ['published', 'Engineering', 'Berlin', 'Germany']),
      makeJob('Product designer', 'DESI002', ['published', 'Design', 'Lisbon', 'Portugal']),
      makeJob('Office manager', 'OFFI003', ['closed', 'Operations', 'Berlin', 'Germany']),
      makeJob('Data scientist', 'DATA004', ['draft', 'Engineering', 'Berlin', 'Germany']),
    ],
    stages: ['Sourced', 'Applied', 'Phone screen', 'Interview', 'Offer'],
    candidates: [],
    comments: [],
    subscriptions: [],
    outbox: [],
    faults: createAtsFaults(),
    limit: { calls: 10, seconds: 10 },
    oauthLimit: { calls: 50, seconds: 10 },
    refused: 0,
    requests: [],
  };
}

export type NewCandidate = Pick<Candidate, 'firstname' | 'lastname' | 'email' | 'job' | 'origin'> & Partial<Candidate>;

/** Workable adds a candidate for each job, also for a known address. */
export function addCandidate(world: WorkableWorld, given: NewCandidate): Candidate {
  const candidate = {
    id: shortId(),
    headline: null,
    phone: null,
    stage: world.stages[given.origin === 'applied' ? 1 : 0] ?? '',
    disqualified: false,
    withdrew: false,
    tags: [],
    createdAt: world.now().toISOString(),
    ...given,
  };
  world.candidates.push(candidate);
  return candidate;
}

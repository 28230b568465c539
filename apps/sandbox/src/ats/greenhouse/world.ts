import { randomBytes } from 'node:crypto';
import { type AtsFaults, createAtsFaults } from '../faults.ts';
import type { Limit } from '../limits.ts';

export type Valued = { value: string; type: string };
export type Candidate = {
  id: number;
  first_name: string;
  last_name: string;
  company: string | null;
  title: string | null;
  email_addresses: Valued[];
  phone_numbers: Valued[];
  website_addresses: Valued[];
  external_id: string | null;
  created_at: string;
  updated_at: string;
};
export type Application = {
  id: number;
  candidate_id: number;
  job_id: number | null;
  job_interview_stage_id: number | null;
  status: 'in_process' | 'rejected' | 'hired' | 'converted';
  prospect: boolean;
  created_at: string;
};
export type Job = {
  id: number;
  name: string;
  status: 'open' | 'closed' | 'draft';
  department: { name: string } | null;
  offices: { name: string }[];
};
export type Stage = { id: number; job_id: number; name: string };
export type User = { id: number; name: string; primary_email: string; emails: string[]; deactivated: boolean };
export type Note = { id: number; candidate_id: number; user_id: number; body: string; visibility: string };
export type Attachment = { id: number; candidate_id: number; application_id: number; filename: string; type: string; content: Buffer };
/** A message that Greenhouse would send to a person. */
export type Sent = { to: string; subject: string };

export type Credential = { id: string; secret: string; scopes: Set<string> };

export const ALL_SCOPES = [
  'harvest:jobs:list',
  'harvest:job_interview_stages:list',
  'harvest:users:list',
  'harvest:candidates:list',
  'harvest:candidates:create',
  'harvest:candidates:update',
  'harvest:candidates:destroy',
  'harvest:applications:list',
  'harvest:applications:create',
  'harvest:applications:reject',
  'harvest:rejection_reasons:list',
  'harvest:notes:list',
  'harvest:notes:create',
  'harvest:attachments:list',
  'harvest:attachments:create',
];

export type Webhook = { url: string; key: string };

export type GreenhouseWorld = {
  now(): Date;
  credentials: Credential[];
  ingestionTokens: Set<string>;
  /** Expiry in milliseconds, by access token. */
  tokens: Map<string, { credential: Credential; expiresAt: number }>;
  users: User[];
  jobs: Job[];
  stages: Stage[];
  candidates: Candidate[];
  applications: Application[];
  notes: Note[];
  attachments: Attachment[];
  /** Attachments with an expired address. */
  deadFiles: Set<number>;
  outbox: Sent[];
  webhooks: Webhook[];
  faults: AtsFaults;
  limit: Limit;
  /** Requests over the limit. */
  refused: number;
  /** Every request, as "METHOD path". */
  requests: string[];
  nextId(): number;
  issueToken(credential: Credential): { token: string; expiresAt: number };
};

const tokenSeconds = 3600;

export type WorldOptions = { now: () => Date; users: readonly { email: string; name: string }[] };

/** Greenhouse with three jobs, and a client `headwater-sandbox` with all scopes. */
export function createWorld({ now, users }: WorldOptions): GreenhouseWorld {
  let lastId = 4000;
  const nextId = () => (lastId += 1);
  const jobs: Job[] = [
    { id: nextId(), name: 'Backend developer', status: 'open', department: { name: 'Engineering' }, offices: [{ name: 'Berlin' }] },
    {
      id: nextId(),
      name: 'Product designer',
      status: 'open',
      department: { name: 'Design' },
      offices: [{ name: 'Lisbon' }, { name: 'Remote' }],
    },
    { id: nextId(), name: 'Office manager', status: 'closed', department: null, offices: [] },
  ];
  const world: GreenhouseWorld = {
    now,
    credentials: [{ id: 'headwater-sandbox', secret: 'sandbox-secret', scopes: new Set(ALL_SCOPES) }],
    ingestionTokens: new Set(['sandbox-token']),
    tokens: new Map(),
    users: users.map(({ email, name }) => ({ id: nextId(), name, primary_email: email, emails: [email], deactivated: false })),
    jobs,
    stages: jobs.flatMap((job) => ['Application review', 'Interview', 'Offer'].map((name) => ({ id: nextId(), job_id: job.id, name }))),
    candidates: [],
    applications: [],
    notes: [],
    attachments: [],
    deadFiles: new Set(),
    outbox: [],
    webhooks: [],
    faults: createAtsFaults(),
    limit: { calls: 50, seconds: 30 },
    refused: 0,
    requests: [],
    nextId,
    issueToken(credential) {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = now().getTime() + tokenSeconds * 1000;
      world.tokens.set(token, { credential, expiresAt });
      return { token, expiresAt };
    },
  };
  return world;
}

/** Two people, for the demo. */
export function addDemoCandidates(world: GreenhouseWorld): void {
  const now = world.now().toISOString();
  for (const [first, last, title] of [
    ['Nadia', 'Okafor', 'Data engineer'],
    ['Jonas', 'Lindqvist', 'Recruiter'],
  ] as const) {
    const value = `${first}.${last}@greenhouse-demo.test`.toLowerCase();
    const rest = { company: null, phone_numbers: [], website_addresses: [], external_id: null, created_at: now, updated_at: now };
    const email_addresses = [{ value, type: 'personal' }];
    world.candidates.push({ id: world.nextId(), first_name: first, last_name: last, title, email_addresses, ...rest });
  }
}

export const apply = (
  world: GreenhouseWorld,
  candidateId: number,
  { jobId, prospect }: { jobId: number | null; prospect: boolean },
): Application => {
  const application: Application = {
    id: world.nextId(),
    candidate_id: candidateId,
    job_id: jobId,
    job_interview_stage_id: prospect ? null : (world.stages.find((stage) => stage.job_id === jobId)?.id ?? null),
    status: 'in_process',
    prospect,
    created_at: world.now().toISOString(),
  };
  world.applications.push(application);
  return application;
};

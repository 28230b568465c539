import { type AtsFaults, createAtsFaults } from '../faults.ts';
import type { Limit } from '../limits.ts';

export type Scope = 'public' | 'internal' | 'admin';
export type Key = { scopes: Set<Scope>; canWrite: boolean };
export type User = { id: number; name: string; email: string };
export type Job = { id: number; title: string; status: 'open' | 'archived' | 'draft'; department: string | null; location: string | null };
export type Stage = { id: number; jobId: number; name: string };
export type Candidate = {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  linkedinUrl: string | null;
  tags: string[];
  sourced: boolean;
  updatedAt: string;
};
export type Application = { id: number; candidateId: number; jobId: number; stageId: number; sourced: boolean; rejectedAt: string | null };
export type Note = { id: number; candidateId: number; userId: number; note: string; createdAt: string };
export type Upload = { id: number; candidateId: number; fileName: string; bytes: Uint8Array };
/** A message that Teamtailor would send to a person. */
export type Sent = { to: string; subject: string };

export type TeamtailorWorld = {
  now(): Date;
  company: { id: number; name: string };
  keys: Map<string, Key>;
  users: User[];
  jobs: Job[];
  stages: Stage[];
  candidates: Candidate[];
  applications: Application[];
  notes: Note[];
  uploads: Upload[];
  outbox: Sent[];
  faults: AtsFaults;
  limit: Limit;
  /** Requests over the limit. */
  refused: number;
  /** Every request, as "METHOD path". */
  requests: string[];
  nextId(): number;
  /** Downloads the file of an upload. Undefined: the address does not answer. */
  download(url: string): Promise<Uint8Array | undefined>;
};

export type TeamtailorOptions = {
  now: () => Date;
  users: readonly { email: string; name: string }[];
  download?: TeamtailorWorld['download'];
};

async function downloadPublic(url: string): Promise<Uint8Array | undefined> {
  try {
    const answer = await fetch(url, { redirect: 'error' });
    return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
}

/** Teamtailor with three jobs, and the key `sandbox-token` with all scopes. */
export function createTeamtailor({ now, users, download = downloadPublic }: TeamtailorOptions): TeamtailorWorld {
  let lastId = 7000;
  const nextId = () => (lastId += 1);
  const jobs: Job[] = [
    { id: nextId(), title: 'Data engineer', status: 'open', department: 'Engineering', location: 'Stockholm' },
    { id: nextId(), title: 'Account manager', status: 'open', department: null, location: null },
    { id: nextId(), title: 'Receptionist', status: 'archived', department: null, location: 'Malmö' },
  ];
  return {
    now,
    company: { id: nextId(), name: 'Sandbox AB' },
    keys: new Map([['sandbox-token', { scopes: new Set<Scope>(['public', 'internal', 'admin']), canWrite: true }]]),
    users: users.map((user) => ({ id: nextId(), ...user })),
    jobs,
    stages: jobs.flatMap(({ id }) => ['Inbox', 'Interview', 'Offer'].map((name) => ({ id: nextId(), jobId: id, name }))),
    candidates: [],
    applications: [],
    notes: [],
    uploads: [],
    outbox: [],
    faults: createAtsFaults(),
    limit: { calls: 50, seconds: 10 },
    refused: 0,
    requests: [],
    nextId,
    download,
  };
}

export function addApplication(
  world: TeamtailorWorld,
  { candidateId, jobId, sourced }: Pick<Application, 'candidateId' | 'jobId' | 'sourced'>,
): Application {
  const stageId = world.stages.find((stage) => stage.jobId === jobId)?.id ?? 0;
  const application: Application = { id: world.nextId(), candidateId, jobId, stageId, sourced, rejectedAt: null };
  world.applications.push(application);
  return application;
}

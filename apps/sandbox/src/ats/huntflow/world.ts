import { randomBytes } from 'node:crypto';
import { type AtsFaults, createAtsFaults } from '../faults.ts';
import type { Limit } from '../limits.ts';

export type HuntflowFile = { id: number; name: string; content: Buffer };
export type Applicant = {
  id: number;
  /** Without one: of the first account. */
  account?: number;
  first_name: string;
  last_name: string;
  middle_name: string | null;
  /** An invalid one makes each page with this person fail. */
  email: string | null;
  phone: string | null;
  position: string | null;
  company: string | null;
  birthday: string | null;
  file: HuntflowFile | null;
};

type Grant = { access: string; refresh: string; expiresAt: number };

export type HuntflowWorld = {
  now(): Date;
  accounts: { id: number; name: string }[];
  applicants: Applicant[];
  grants: Grant[];
  usedRefreshTokens: Set<string>;
  deadFiles: Set<number>;
  /** Page that is answered instead of each later one. */
  repeatsPage: number | undefined;
  faults: AtsFaults;
  limit: Limit;
  /** Requests over the limit. */
  refused: number;
  requests: string[];
  nextId(): number;
  issueTokens(): Grant;
};

const token = () => randomBytes(24).toString('hex');
const weekSeconds = 604_800;

export function createHuntflow({ now }: { now: () => Date }): HuntflowWorld {
  let lastId = 9000;
  const world: HuntflowWorld = {
    now,
    accounts: [{ id: 17, name: 'Sandbox' }],
    applicants: [],
    grants: [{ access: 'sandbox-access', refresh: 'sandbox-refresh', expiresAt: Infinity }],
    usedRefreshTokens: new Set(),
    deadFiles: new Set(),
    repeatsPage: undefined,
    faults: createAtsFaults(),
    limit: { calls: 10, seconds: 1 },
    refused: 0,
    requests: [],
    nextId: () => (lastId += 1),
    issueTokens() {
      const grant = { access: token(), refresh: token(), expiresAt: now().getTime() + weekSeconds * 1000 };
      world.grants.push(grant);
      return grant;
    },
  };
  return world;
}

/** Three people, for the demo. */
export function addDemoApplicants(world: HuntflowWorld): void {
  for (const [first, last, position] of [
    ['Anna', 'Sokolova', 'Analyst'],
    ['Pavel', 'Orlov', 'Java developer'],
    ['Irina', 'Belova', 'Product manager'],
  ] as const) {
    const email = `${first}.${last}@huntflow-demo.test`.toLowerCase();
    const rest = { middle_name: null, phone: null, company: null, birthday: null, file: null };
    world.applicants.push({ id: world.nextId(), first_name: first, last_name: last, email, position, ...rest });
  }
}

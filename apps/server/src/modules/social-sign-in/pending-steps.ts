import { randomUUID } from 'node:crypto';
import type { SocialStep } from '@headwater/contract/social-sign-in';
import type { SocialPerson } from '#modules/accounts/public/sign-in.ts';
import { signInSeconds } from '#modules/sso/public.ts';
import { hashToken } from '#platform/crypto/tokens.ts';
import { AppError } from '#platform/errors.ts';
import type { Backend, SocialServices } from './services.ts';
import { findStep, type BrowserStep, saveStep, type Step } from './store.ts';

/** Stored encrypted. */
export interface About {
  person: SocialPerson;
  email: string;
  firstName: string;
  lastName: string;
  userId?: number;
  confirmation?: NonNullable<SocialStep['confirmation']>;
}

const contextOf = (id: string) => `social step ${id}`;

export interface NewStep {
  browser: string;
  backend: Backend;
  kind: Step['kind'];
  about: About;
  next: string | null;
}

export async function savePendingStep(
  { database, clock, secrets }: SocialServices,
  { browser, backend, kind, about, next }: NewStep,
): Promise<void> {
  const id = randomUUID();
  const sealed = secrets.seal(JSON.stringify(about), contextOf(id));
  const expiresAt = new Date(clock.now().getTime() + signInSeconds * 1000);
  await database.asSystem((tx) =>
    saveStep(tx, { id, browser_hash: hashToken(browser), backend: backend.name, kind, about: sealed, next, expires_at: expiresAt }),
  );
}

export function placeOf({ browser, backend }: { browser: string | undefined; backend: Backend }): BrowserStep {
  if (browser === undefined) throw new AppError('social_step_over');
  return { browserHash: hashToken(browser), backend: backend.name };
}

export async function requireStep(
  { database, clock, secrets }: SocialServices,
  place: BrowserStep,
  expected: { id?: string; kind?: Step['kind'] } = {},
): Promise<{ row: Step; about: About }> {
  const row = await database.asSystem((tx) => findStep(tx, place, clock.now()));
  const isExpected = (expected.id ?? row?.id) === row?.id && (expected.kind ?? row?.kind) === row?.kind;
  if (!row || !isExpected) throw new AppError('social_step_over');
  return { row, about: JSON.parse(secrets.open(row.about, contextOf(row.id))) as About };
}

import type { SocialStep } from '@headwater/contract/social-sign-in';
import { findUser } from '#modules/accounts/public.ts';
import { openSession, registerConfirmed, signIn, type SignInResult } from '#modules/accounts/public/sign-in.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import type { SocialServices } from '../services.ts';
import { requireStep } from '../pending-steps.ts';
import { type BrowserStep, takeStep } from '../store.ts';

type Origin = Parameters<typeof openSession>[1]['origin'];

export async function findPending(services: SocialServices, place: BrowserStep): Promise<SocialStep> {
  const { row, about } = await requireStep(services, place);
  return {
    step: row.id,
    kind: row.kind,
    email: about.email,
    first_name: about.firstName,
    last_name: about.lastName,
    may_register: await services.mayRegister(),
    confirmation: about.confirmation ?? null,
    next: row.next,
  };
}

interface Registration {
  step: string;
  firstName: string;
  lastName: string;
  language: 'en' | 'ru';
  origin: Origin;
}

/** ACC-003. */
export async function register(
  services: SocialServices,
  place: BrowserStep,
  { step: id, origin, ...names }: Registration,
): Promise<SignInResult> {
  const { database, clock } = services;
  const { row, about } = await requireStep(services, place, { id, kind: 'newcomer' });
  if (!(await services.mayRegister())) throw new AppError('registration_closed');
  return database.asSystem(async (tx) => {
    const now = clock.now();
    const { person, email } = about;
    if (await services.mustJoinCompany(tx, email, now)) throw new AppError('sso_required');
    const taken = await takeStep(tx, place, { id, now });
    const user = taken && (await registerConfirmed(tx, { ...names, email }, { person, now }));
    if (!user) throw new AppError('social_step_over');
    return openSession(tx, { user, origin, next: row.next ?? undefined, now, way: person.backend });
  });
}

/** ACC-005. */
export async function confirmPassword(
  services: SocialServices,
  place: BrowserStep,
  { step: id, password, origin }: { step: string; password: string; origin: Origin },
): Promise<SignInResult> {
  const { database, clock } = services;
  const { row, about } = await requireStep(services, place, { id, kind: 'password' });
  const user = await database.asSystem((tx) => findUser(tx, about.userId ?? 0));
  if (!user) throw new AppError('social_step_over');
  const input = { email: user.email, password, next: row.next ?? undefined, link: about.person };
  const result = await signIn(services, input, origin).catch((error: unknown) => {
    throw error instanceof FieldErrors ? new FieldErrors({ password: 'password_wrong' }) : error;
  });
  await database.asSystem((tx) => takeStep(tx, place, { id, now: clock.now() }));
  return result;
}

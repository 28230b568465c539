import { mayActAs } from '@headwater/domain/companies/people';
import { landingRoute } from '@headwater/domain/landing';
import type { Actor } from '@headwater/domain/roles';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { endStreams } from '#platform/events/store.ts';
import { findCompany, licenseOf } from '#modules/companies/public.ts';
import { findServiceManager, startActing, stopActing } from '../store/acting.ts';
import { actorOf } from './session.ts';
import { findUser, staffRankOf, type User } from '../store/users.ts';

interface Session {
  actor: Actor;
  tokenHash: Buffer;
  now: Date;
}

async function actAs(tx: Tx, { actor, tokenHash, now }: Session, user: User): Promise<string> {
  const company = await findCompany(tx, user.company_id);
  if (!company || company.deleted_at) throw new AppError('not_found');
  if (!user.is_active) throw new AppError('user_switched_off');
  if (user.id === actor.userId) throw new AppError('acting_as_oneself');
  if (!mayActAs(actor, staffRankOf(user))) throw new AppError('forbidden');
  if (!(await startActing(tx, tokenHash, user.id))) throw new AppError('not_while_acting');
  await endStreams(tx, { companyId: actor.company.id, userId: actor.userId });
  return landingRoute(actorOf(user, company), licenseOf(company, now));
}

/**
 * ROLE-031. Throws not_found, user_switched_off, acting_as_oneself, forbidden, not_while_acting.
 */
export async function logInAs(tx: Tx, session: Session, userId: number): Promise<string> {
  const user = await findUser(tx, userId);
  if (!user) throw new AppError('not_found');
  return actAs(tx, session, user);
}

/** ROLE-032. Throws service_manager_none. */
export async function logInAsServiceManager(tx: Tx, session: Session, companyId: number): Promise<string> {
  const company = await findCompany(tx, companyId);
  if (!company || company.deleted_at) throw new AppError('not_found');
  const id = await findServiceManager(tx, companyId);
  if (id === undefined) throw new AppError('service_manager_none');
  return logInAs(tx, session, id);
}

export async function stopImpersonation(tx: Tx, { actor, tokenHash }: Omit<Session, 'now'>): Promise<string> {
  if (!(await stopActing(tx, tokenHash))) throw new AppError('not_acting');
  await endStreams(tx, { companyId: actor.company.id, userId: actor.userId });
  return '/';
}

import { dayMs } from '@headwater/domain/time/durations';
import { AppError } from '#platform/errors.ts';
import type { User } from '../store/users.ts';

/** ADR 89: after a reset by email one mailbox would hold both factors for a day. */
export const isMailboxTrusted = ({ password_emailed_at: setAt }: Pick<User, 'password_emailed_at'>, now: Date): boolean =>
  setAt === null || now.getTime() >= setAt.getTime() + dayMs;

/** Throws signin_code_paused. */
export function requireTrustedMailbox(user: Pick<User, 'password_emailed_at'>, now: Date): void {
  if (isMailboxTrusted(user, now)) return;
  const left = (user.password_emailed_at?.getTime() ?? 0) + dayMs - now.getTime();
  throw new AppError('signin_code_paused', { hours: Math.ceil(left / (dayMs / 24)) });
}

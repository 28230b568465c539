import { type Actor, isAdminType } from '../roles.ts';

interface MailingAccess {
  accessType: 'public' | 'private';
  createdBy: number | null;
}

/** ROLE-059: a private one is for its creator alone; that of a vacancy moreover only for whom the vacancy is. */
export const maySeeMailing = (actor: Pick<Actor, 'userId'>, { accessType, createdBy }: MailingAccess): boolean =>
  accessType === 'public' || createdBy === actor.userId;

/** Deleting takes it from everybody: its creator and admin roles alone. */
export const mayRemoveMailing = (actor: Pick<Actor, 'userId' | 'role'>, mailing: MailingAccess): boolean =>
  maySeeMailing(actor, mailing) && (mailing.createdBy === actor.userId || isAdminType(actor));

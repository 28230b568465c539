import { type Actor, isAdminType } from '../roles.ts';
import { maySee, type VacancyPeople } from '../vacancies/access.ts';

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

interface MailingSending {
  status: 'draft' | 'pending' | 'sending' | 'stopped' | 'finished';
  senderId: number | null;
}

/**
 * From the launch on messages leave from the mailbox of whoever launched it, so what they say and where they go is that person's alone, whatever the
 * role of others. Once it is stopped anybody may change it who may edit it: the next launch is from their own mailbox.
 */
export const mayChangeSending = (actor: Pick<Actor, 'userId'>, { status, senderId }: MailingSending): boolean =>
  (status !== 'pending' && status !== 'sending') || senderId === null || senderId === actor.userId;

interface MessageAccess {
  createdBy: number | null;
  mailing: MailingAccess;
  /** What the mailing is about; null for none. */
  vacancy: VacancyPeople | null;
}

/** ROLE-057, ROLE-059: one's own messages, and those of mailings and vacancies that are open to the person. */
export const maySeeMessage = (actor: Pick<Actor, 'userId' | 'role'>, { createdBy, mailing, vacancy }: MessageAccess): boolean =>
  createdBy === actor.userId || (maySeeMailing(actor, mailing) && (vacancy === null || maySee(actor, vacancy)));

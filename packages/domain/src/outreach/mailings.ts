import { type Actor, isAdminType } from '../roles.ts';
import { maySee, type VacancyPeople } from '../vacancies/access.ts';

interface MailingAccess {
  accessType: 'public' | 'private';
  createdBy: number | null;
}

/** ROLE-059 */
export const maySeeMailing = (actor: Pick<Actor, 'userId'>, { accessType, createdBy }: MailingAccess): boolean =>
  accessType === 'public' || createdBy === actor.userId;

export const mayRemoveMailing = (actor: Pick<Actor, 'userId' | 'role'>, mailing: MailingAccess): boolean =>
  maySeeMailing(actor, mailing) && (mailing.createdBy === actor.userId || isAdminType(actor));

interface MailingSending {
  status: 'draft' | 'pending' | 'sending' | 'stopped' | 'finished';
  senderId: number | null;
}

/** A running mailing sends from the launcher's mailbox; the next launch uses the editor's own. */
export const mayChangeSending = (actor: Pick<Actor, 'userId'>, { status, senderId }: MailingSending): boolean =>
  (status !== 'pending' && status !== 'sending') || senderId === null || senderId === actor.userId;

interface MessageAccess {
  createdBy: number | null;
  mailing: MailingAccess;
  vacancy: VacancyPeople | null;
}

/** ROLE-057, ROLE-059 */
export const maySeeMessage = (actor: Pick<Actor, 'userId' | 'role'>, { createdBy, mailing, vacancy }: MessageAccess): boolean =>
  createdBy === actor.userId || (maySeeMailing(actor, mailing) && (vacancy === null || maySee(actor, vacancy)));

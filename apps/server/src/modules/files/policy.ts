import { isAdminType, type Actor } from '@headwater/domain/roles';
import type { FileRow } from './store.ts';

/** FILE-021: colleagues of its creator; what hangs on a profile also needs the right to see resumes. */
export const mayReadFile = (actor: Actor, file: Pick<FileRow, 'attached_to' | 'company_id'>) =>
  file.company_id === actor.company.id && (file.attached_to !== 'profile' || actor.permissions.resumes);

/** Who uploaded it, and admins. */
export const mayDeleteFile = (actor: Actor, file: Pick<FileRow, 'attached_to' | 'company_id' | 'created_by'>) =>
  mayReadFile(actor, file) && (file.created_by === actor.userId || isAdminType(actor));

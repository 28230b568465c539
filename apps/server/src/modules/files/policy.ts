import { isAdminType, type Actor } from '@headwater/domain/roles';
import type { FileRow } from './store.ts';

/** FILE-021: colleagues of its creator, everybody for the common base; what hangs on a profile also needs the right to see resumes. */
export const mayReadFile = (actor: Actor, file: Pick<FileRow, 'attached_to' | 'company_id'>) =>
  (file.company_id === actor.company.id || file.company_id === null) && (file.attached_to !== 'profile' || actor.permissions.resumes);

/** Who uploaded it, and admins; what belongs to the common base is not a company's to remove. */
export const mayDeleteFile = (actor: Actor, file: Pick<FileRow, 'attached_to' | 'company_id' | 'created_by'>) =>
  file.company_id === actor.company.id && mayReadFile(actor, file) && (file.created_by === actor.userId || isAdminType(actor));

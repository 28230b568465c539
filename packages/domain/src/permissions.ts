import { type Actor, isExtensionOnly, isHiringManagerLike } from './roles.ts';

export interface Permissions {
  personal_info: boolean;
  contacts: boolean;
  tags: boolean;
  resumes: boolean;
  change_candidate: boolean;
  comments: boolean;
  export_csv: boolean;
  export_ats: boolean;
  messaging_info: boolean;
  messaging_messages: boolean;
}

/** The six toggles of a hiring manager (ROLE-043 to ROLE-048). */
export type HiringManagerAccess = Pick<Permissions, 'contacts' | 'tags' | 'resumes' | 'change_candidate' | 'comments' | 'personal_info'>;

const all: Permissions = {
  personal_info: true,
  contacts: true,
  tags: true,
  resumes: true,
  change_candidate: true,
  comments: true,
  export_csv: true,
  export_ats: true,
  messaging_info: true,
  messaging_messages: true,
};

/** ROLE-054: which role gets which flag. */
export function permissionsOf(actor: Pick<Actor, 'role' | 'company'>, access: HiringManagerAccess): Permissions {
  if (isHiringManagerLike(actor)) {
    return { ...all, ...access, export_csv: false, export_ats: false, messaging_info: false, messaging_messages: false };
  }
  if (actor.role === 'admin_without_search') {
    return { ...all, export_csv: false, export_ats: false, contacts: false, messaging_info: false, messaging_messages: false };
  }
  if (isExtensionOnly(actor)) return { ...all, export_ats: false, messaging_info: false, messaging_messages: false };
  return all;
}

import type { HiringManagerAccess, Permissions } from './permission-flags.ts';
import { type Actor, isExtensionOnly, isHiringManagerLike } from './roles.ts';

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

/** ROLE-054 */
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

import type { Role } from '../roles.ts';

/** CONT-025 */
const withoutLimit: ReadonlySet<Role> = new Set(['super_user', 'sales_manager', 'manager', 'service_admin', 'admin_without_search']);

export const opensWithoutLimit = ({ role }: { role: Role }): boolean => withoutLimit.has(role);

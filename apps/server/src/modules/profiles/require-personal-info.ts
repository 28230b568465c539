import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';

/** Every form has names and links, so forms need the permission to see them. */
export function requirePersonalInfo({ permissions }: Pick<Actor, 'permissions'>): void {
  if (!permissions.personal_info) throw new AppError('forbidden');
}

import type { Actor } from '@headwater/domain/roles';
import { AppError } from '#platform/errors.ts';

/** Names and links are part of every form: it is for those who may see them. */
export function requirePersonalInfo({ permissions }: Pick<Actor, 'permissions'>): void {
  if (!permissions.personal_info) throw new AppError('forbidden');
}

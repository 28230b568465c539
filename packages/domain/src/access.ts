import { hasRight, type Right, rightNames } from './rights.ts';
import type { Actor } from './roles.ts';

/** Every route of the contract has one. `public` and `signed_in` need no right. */
export type Access = 'public' | 'signed_in' | Right;
export const accessNames: readonly Access[] = ['public', 'signed_in', ...rightNames];

export function mayAccess(access: Access, actor: Actor | undefined): boolean {
  if (access === 'public') return true;
  if (!actor) return false;
  return access === 'signed_in' || hasRight(access, actor);
}

import type { Access } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';

export type Who = Exclude<Access, 'public' | 'signed_in'> | ((actor: Actor) => boolean) | 'signed_in' | 'visitors';

/** `bare`: without the side menu, but only for signed-in users (SHELL-018, SHELL-021). */
export type Line = readonly [path: string, who: Who, frame?: 'bare'];

/** Known addresses without a screen in this version. Remove an address when its screen is added. */
export const notYet: readonly Line[] = [['/workable/workable-subdomain-error', 'signed_in']];

const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '');
const missing = new Set(notYet.map(([path]) => path));

export const hasScreen = (to: string): boolean => !missing.has(withoutSlash(to));

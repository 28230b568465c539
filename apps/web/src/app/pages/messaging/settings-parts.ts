import { mayAccess } from '@headwater/domain/access';
import type { Actor } from '@headwater/domain/roles';

const rules = {
  mailbox: 'messaging',
  signature: 'messaging_settings',
  limits: 'messaging_settings',
  deliverability: 'messaging',
  company: 'messaging_admin',
  suppressions: 'messaging_admin',
} as const;

export type SettingsPart = keyof typeof rules;
const order = Object.keys(rules) as SettingsPart[];

export const settingsParts = (actor: Actor): SettingsPart[] => order.filter((part) => mayAccess(rules[part], actor));

/** Without a name the first permitted part; undefined if this user has no such part. */
export function partOf(name: string | undefined, actor: Actor): SettingsPart | undefined {
  const parts = settingsParts(actor);
  return name === undefined ? parts[0] : parts.find((part) => part === name && part !== 'mailbox' && part !== 'suppressions');
}

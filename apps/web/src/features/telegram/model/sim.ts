import type { TelegramAccount } from '@headwater/contract/telegram-accounts';

export const simName = ({ note, phone_number: phone }: Pick<TelegramAccount, 'note' | 'phone_number'>): string =>
  note === '' ? phone : `${note} (${phone})`;

export type SimState = 'works' | 'offline' | 'paused' | 'restricted' | 'no_names' | 'frozen' | 'signed_out' | 'banned';

/** The worst current condition of a SIM card. */
export function simState(
  {
    state,
    soft_ban_until: ban,
    flood_wait_until: wait,
    look_up_wait_until: names,
    frozen_since: frozen,
    is_online: isOnline,
  }: Pick<TelegramAccount, 'state' | 'soft_ban_until' | 'flood_wait_until' | 'look_up_wait_until' | 'frozen_since' | 'is_online'>,
  now: number,
): SimState {
  const lasts = (until: string | null) => until !== null && Date.parse(until) > now;
  if (state !== 'connected') return state;
  if (frozen !== null) return 'frozen';
  if (lasts(wait)) return 'paused';
  if (lasts(ban)) return 'restricted';
  if (!isOnline) return 'offline';
  return lasts(names) ? 'no_names' : 'works';
}

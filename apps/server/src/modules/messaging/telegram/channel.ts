import { mayAccess } from '@headwater/domain/access';
import { telegramUsername } from '@headwater/domain/outreach/telegram';
import type { Actor } from '@headwater/domain/roles';
import type { Channel, SimCards, Way, Whom } from '#modules/messaging/campaigns/public/channel.ts';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import { usernamesOf } from '#modules/profiles/public/addresses.ts';
import type { Tx } from '#platform/database/database.ts';
import { whyOfMailing } from './send/why.ts';
import { dialogsLeft } from './present.ts';
import { byRoom } from './rules.ts';
import { type AccountRow, findAccount, listAccounts, listAccountsOf } from './store/accounts.ts';
import { countWaiting, dialogsWith } from './store/mailing-messages.ts';
import { unlinkedNames } from './store/unlinked.ts';
import { messengerAddresses } from './dialogs/suppressed-people.ts';
import { grouped } from '#platform/grouped.ts';

/**
 * Picks an account for each new dialog: the chosen one, or the one with the most capacity left
 * after waiting messages.
 */
async function chooser(tx: Tx, accounts: readonly AccountRow[], { companyId, accountId, now }: Whom): Promise<() => number | undefined> {
  const able = accounts.filter((row) => row.limit_total > 0);
  const chosen = able.find((row) => row.id === accountId);
  if (chosen) return () => chosen.id;
  // Signed-out and frozen accounts are the last choice, because their return is unknown.
  const connected = able.filter(({ state, frozen_since: frozen }) => state === 'connected' && frozen === null);
  const free = connected.length > 0 ? connected : able;
  const waiting = await countWaiting(
    tx,
    free.map(({ id }) => id),
  );
  const leftOf = await dialogsLeft(tx, free, { companyId, now });
  const left = new Map(free.map((row) => [row.id, leftOf(row) - (waiting.get(row.id) ?? 0)]));
  return () => {
    const [best] = free.toSorted(byRoom(now, ({ id }) => left.get(id) ?? 0));
    if (best) left.set(best.id, (left.get(best.id) ?? 0) - 1);
    return best?.id;
  };
}

interface Known extends Omit<Way, 'isSuppressed'> {
  peerId: number | null;
}

/** Ways by profile id. */
async function known(tx: Tx, whom: Whom, sender: Actor): Promise<Map<number, Known>> {
  const profileIds = [...new Set(whom.people.map((one) => one.profile_id))];
  const found = new Map<number, Known>();
  const accounts = (await listAccounts(tx)).filter(({ state }) => state !== 'banned');
  if (accounts.length === 0 || profileIds.length === 0) return found;
  const contacts = await usernamesOf(tx, sender, profileIds);
  const names = new Map(
    [...contacts].flatMap(([id, value]) => {
      const name = telegramUsername(value);
      return name ? [[id, name] as const] : [];
    }),
  );
  const usernames = [...names.values()].map((name) => name.toLowerCase());
  const dialogs = await dialogsWith(tx, sender, { profileIds, usernames });
  const byProfile = grouped(dialogs, (dialog) => dialog.profile_id);
  const byName = grouped(dialogs, (dialog) => dialog.username?.toLowerCase());
  const notTheirs = await unlinkedNames(tx, profileIds);
  const begin = await chooser(tx, accounts, whom);
  for (const id of profileIds) {
    const username = names.get(id);
    const named = username ? (byName.get(username.toLowerCase()) ?? []) : [];
    const own = [...(byProfile.get(id) ?? []), ...named.filter((dialog) => dialog.profile_id === null)];
    const isElsewhere =
      named.some((dialog) => dialog.profile_id !== null && dialog.profile_id !== id) ||
      (username !== undefined && notTheirs.get(id)?.has(username.toLowerCase()) === true);
    const open = own.find((dialog) => dialog.is_open && (dialog.profile_id === id || !isElsewhere));
    if (open) {
      found.set(id, {
        accountId: open.account_id,
        address: open.username ?? username ?? '',
        isNew: !open.has_begun,
        peerId: open.peer_id,
      });
      continue;
    }
    // A colleague writes to the person privately, or the username belongs to another profile or to
    // a person who was unlinked.
    const accountId = own.length > 0 || isElsewhere || !username ? undefined : begin();
    if (accountId !== undefined && username) found.set(id, { accountId, address: username, isNew: true, peerId: null });
  }
  return found;
}

const addressesOf = ({ address, peerId }: Known) => messengerAddresses({ username: address, peerId });

export const createTelegramChannel = (registry: Registry): Channel => ({
  async reach(tx, whom) {
    const { sender, companyId } = whom;
    if (!sender || !mayAccess('telegram', sender)) return new Map();
    const found = await known(tx, whom, sender);
    const suppressed = await registry.suppressed(tx, companyId, [...new Set([...found.values()].flatMap(addressesOf))]);
    return new Map(
      whom.people.flatMap(({ id, profile_id: profileId }) => {
        const one = found.get(profileId);
        if (!one) return [];
        const { peerId: _peerId, ...way } = one;
        return [[id, { ...way, isSuppressed: addressesOf(one).some((address) => suppressed.has(address)) }] as const];
      }),
    );
  },
  explain: whyOfMailing,
});

export const simCards: SimCards = {
  async has(tx, accountId) {
    const account = await findAccount(tx, accountId);
    return account !== undefined && account.state !== 'removed';
  },
  async dialogsLeft(tx, accountIds, now) {
    const rows = await listAccountsOf(tx, accountIds);
    const [first] = rows;
    if (!first) return 0;
    const left = await dialogsLeft(tx, rows, { companyId: first.company_id, now });
    return rows.reduce((sum, row) => sum + left(row), 0);
  },
};

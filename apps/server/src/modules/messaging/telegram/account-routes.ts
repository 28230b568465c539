import { implement } from '@orpc/server';
import { telegramAccounts } from '@headwater/contract/telegram-accounts';
import type { Language } from '@headwater/contract/errors';
import { type Actor, canSearch } from '@headwater/domain/roles';
import { listUsers } from '#modules/accounts/public.ts';
import { transitions } from '#modules/messaging/messages/public.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { publish } from '#platform/events/store.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { addAccount, presentCode, requestCode, resendCode, type SignInServices } from './accounts/sign-in.ts';
import { announceDialogs } from './dialogs/dialogs.ts';
import { presentAccounts } from './present.ts';
import { mayManage, requireManager } from './rules.ts';
import { openSession } from './accounts/sessions.ts';
import { releaseAccount } from './send/release-account.ts';
import { type AccountRow, changeAccount, findAccount, listAccounts, listManagers, namesOf, saveManagers } from './store/accounts.ts';
import { refreshDialogSummary } from './store/messages.ts';

async function managersOf(tx: Tx) {
  const roles = ['worker', 'manager', 'service_admin'] as const;
  const users = (await listUsers(tx, { roles: [...roles], limit: 1000 })).filter((user) =>
    canSearch({ role: user.role, searchFlag: true }),
  );
  const ids = await listManagers(tx);
  const names = await namesOf(tx, [...ids, ...users.map((user) => user.id)]);
  const person = (id: number) => ({ id, name: names.get(id) ?? '' });
  return { managers: ids.map(person), candidates: users.map((user) => person(user.id)) };
}

async function requireAccount(tx: Tx, actor: Actor, id: number): Promise<AccountRow> {
  const account = await findAccount(tx, id);
  if (!account || account.state === 'removed') throw new AppError('not_found');
  await requireManager(tx, actor);
  return account;
}

/** TG-041: dialogs stay readable, and waiting messages do not leave. */
async function removeAccount({ database, clock, messenger, secrets }: SignInServices, actor: Actor, id: number): Promise<void> {
  const known = await database.inCompany(actor.company.id, async (tx) => {
    const account = await requireAccount(tx, actor, id);
    await changeAccount(tx, id, { state: 'removed', session: '', is_online: false });
    await releaseAccount(tx, { id, state: 'removed' }, clock.now());
    const dialogs = [...new Set((await transitions.refuseWaiting(tx, id, 'session_ended')).map((row) => row.dialog_id))];
    for (const dialogId of dialogs) await refreshDialogSummary(tx, dialogId);
    await publish(tx, { companyId: actor.company.id, topic: 'telegram_accounts', ids: [id] });
    await announceDialogs(tx, actor.company.id, []);
    return account;
  });
  if (known.session && messenger.isConfigured) await messenger.signOut(openSession(secrets, known));
}

export function telegramAccountRoutes(services: SignInServices) {
  const { database, clock, messenger } = services;
  const api = implement(telegramAccounts).$context<RequestContext>();
  const present = (tx: Tx, rows: readonly AccountRow[], { actor, language }: { actor: Actor; language: Language }) =>
    presentAccounts(tx, rows, { actor, language, now: clock.now() });
  const one = async (row: AccountRow, reader: { actor: Actor; language: Language }) => {
    const [account] = await database.readInCompany(reader.actor.company.id, (tx) => present(tx, [row], reader));
    if (!account) throw new AppError('not_found');
    return account;
  };
  return {
    list: api.list.handler(({ context: { actor, language } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const results = await present(tx, await listAccounts(tx), { actor, language });
        return { count: results.length, results, is_configured: messenger.isConfigured, may_manage: await mayManage(tx, actor) };
      }),
    ),
    requestCode: api.requestCode.handler(async ({ input, context: { actor } }) =>
      presentCode(await requestCode(services, actor, input.phone_number), clock.now()),
    ),
    resendCode: api.resendCode.handler(async ({ input, context: { actor } }) =>
      presentCode(await resendCode(services, actor, input.phone_number), clock.now()),
    ),
    add: api.add.handler(async ({ input, context: { actor, language } }) =>
      one(await addAccount(services, actor, input), { actor, language }),
    ),
    change: api.change.handler(async ({ input: { id, ...change }, context: { actor, language } }) => {
      const row = await database.inCompany(actor.company.id, async (tx) => {
        const known = await requireAccount(tx, actor, id);
        const set = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
        const changed = Object.keys(set).length > 0 ? await changeAccount(tx, id, set) : known;
        await publish(tx, { companyId: actor.company.id, topic: 'telegram_accounts', ids: [id] });
        return changed ?? known;
      });
      return one(row, { actor, language });
    }),
    remove: api.remove.handler(async ({ input, context: { actor } }) => {
      await removeAccount(services, actor, input.id);
      return {};
    }),
    managers: api.managers.handler(({ context: { actor } }) => database.readInCompany(actor.company.id, (tx) => managersOf(tx))),
    saveManagers: api.saveManagers.handler(({ input, context: { actor } }) =>
      database.inCompany(actor.company.id, async (tx) => {
        const { candidates, managers } = await managersOf(tx);
        const known = new Set([...candidates, ...managers].map(({ id }) => id));
        if (input.user_ids.some((id) => !known.has(id))) throw new FieldErrors({ user_ids: 'telegram_manager_unknown' });
        await saveManagers(tx, actor.company.id, [...new Set(input.user_ids)]);
        return managersOf(tx);
      }),
    ),
  };
}

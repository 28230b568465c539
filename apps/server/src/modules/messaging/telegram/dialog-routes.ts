import { implement } from '@orpc/server';
import { telegramDialogs } from '@headwater/contract/telegram-dialogs';
import type { Language } from '@headwater/contract/errors';
import type { Actor } from '@headwater/domain/roles';
import type { Registry } from '#modules/messaging/suppressions/public.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/database/database.ts';
import { AppError } from '#platform/errors.ts';
import { attachment } from '#platform/http/attachment.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { attach, type AttachServices } from './dialogs/attach.ts';
import { change, getOrCreate } from './dialogs/dialogs.ts';
import { saveDraft } from './dialogs/drafts.ts';
import { fillTemplate } from './dialogs/fill-template.ts';
import { bytesOf, loadFile, markRead, markUnread, requireAttachment, retry, saveAnswerNeed, send, takeAway } from './dialogs/messages.ts';
import { linkProfile, unlinkProfile } from './dialogs/link-profile.ts';
import { requireDialog } from './dialogs/require-dialog.ts';
import { usernamesOf } from './dialogs/usernames.ts';
import { type WaitServices, waitsOf, why } from './send/why.ts';
import { presentDialogs, presentMessages } from './present.ts';
import { namesOf } from './store/accounts.ts';
import { type DialogRow, listCreators, listDialogs } from './store/dialogs.ts';
import { findInConversation } from '#modules/messaging/messages/public/messenger.ts';
import { listMessages, type MessageRow } from './store/messages.ts';
import { listVersions } from './store/versions.ts';
import { messagesSaying } from './store/words.ts';

export interface DialogServices extends AttachServices {
  clock: Clock;
  registry: Registry;
  maySend(tx: Tx): Promise<boolean>;
}

type Reader = { actor: Actor; language: Language };

const bodyOf = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]).stream();

function readingRoutes(services: DialogServices) {
  const { database, clock, files } = services;
  const api = implement(telegramDialogs).$context<RequestContext>();
  return {
    list: api.list.handler(({ input, context: { actor, language } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const now = clock.now();
        const { search, limit, offset, created_by_id: createdBy, telegram_account_id: accountId, profile_id: profileId } = input;
        const { only_unread: onlyUnread, only_need_attention: onlyAttention } = input;
        const filter = { search, createdBy, accountId, profileId, onlyUnread, onlyAttention, limit, offset, now };
        const { rows, count } = await listDialogs(tx, actor, filter);
        return { count, results: await presentDialogs(tx, rows, { actor, language, now }) };
      }),
    ),
    creators: api.creators.handler(({ context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const names = await namesOf(tx, await listCreators(tx, actor));
        return { creators: [...names].map(([id, name]) => ({ id, name })).toSorted((one, other) => one.name.localeCompare(other.name)) };
      }),
    ),
    usernames: api.usernames.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) => usernamesOf(tx, actor, input.profile_id)),
    ),
    messages: api.messages.handler(({ input, context: { actor, language } }) =>
      // A read-write transaction, because the check of the installation may store its result.
      database.inCompany(actor.company.id, async (tx) => {
        const dialog = await requireDialog(tx, actor, input.id);
        const { rows, count } = await listMessages(tx, dialog.id, { limit: input.limit, offset: input.offset, beforeId: input.before_id });
        return { count, changes: dialog.changes, results: await presentAll(tx, { dialog, messages: rows }, { ...services, language }) };
      }),
    ),
    search: api.search.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        const dialog = await requireDialog(tx, actor, input.id);
        const { ids, count } = await messagesSaying(tx, dialog.id, input.search);
        return { count, message_ids: ids };
      }),
    ),
    versions: api.versions.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, async (tx) => {
        await requireDialog(tx, actor, input.id);
        const message = await findInConversation(tx, input.id, input.message_id);
        if (!message) throw new AppError('not_found');
        const versions = await listVersions(tx, message.id);
        return { versions: versions.map(({ body, written_at: date }) => ({ message: body, date: date.toISOString() })) };
      }),
    ),
    downloadAttachment: api.downloadAttachment.handler(async ({ input, context: { actor } }) => {
      const file = await database.inCompany(actor.company.id, (tx) => requireAttachment(tx, actor, input));
      const bytes = await bytesOf(files, file);
      return {
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': String(bytes.length),
          'content-disposition': attachment(file.filename),
        },
        body: bodyOf(bytes) as ReadableStream,
      };
    }),
    fillTemplate: api.fillTemplate.handler(({ input, context: { actor } }) =>
      database.readInCompany(actor.company.id, (tx) => fillTemplate(tx, actor, { id: input.id, templateId: input.template_id })),
    ),
  };
}

async function presentAll(tx: Tx, { dialog, messages }: { dialog: DialogRow; messages: readonly MessageRow[] }, services: WaitServices) {
  const waits = await waitsOf(tx, { dialog, messages }, services);
  return presentMessages(tx, messages, { dialog, language: services.language, waits });
}

export function telegramDialogRoutes(services: DialogServices) {
  const { database, clock, registry, files } = services;
  const api = implement(telegramDialogs).$context<RequestContext>();
  const present = async (tx: Tx, row: DialogRow, { actor, language }: Reader) => {
    const [dialog] = await presentDialogs(tx, [row], { actor, language, now: clock.now() });
    if (!dialog) throw new AppError('not_found');
    return dialog;
  };
  const presentOne = async (tx: Tx, { dialog, message }: { dialog: DialogRow; message: MessageRow }, language: Language) => {
    const [one] = await presentAll(tx, { dialog, messages: [message] }, { ...services, language });
    if (!one) throw new AppError('not_found');
    return one;
  };
  const inCompany = <Result>({ company }: Actor, work: (tx: Tx) => Promise<Result>) => database.inCompany(company.id, work);
  return {
    ...readingRoutes(services),
    getOrCreate: api.getOrCreate.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => {
        const { dialog, isNew } = await getOrCreate(tx, actor, { input, registry, now: clock.now() });
        return { ...(await present(tx, dialog, { actor, language })), is_new: isNew };
      }),
    ),
    get: api.get.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await requireDialog(tx, actor, input.id), { actor, language })),
    ),
    change: api.change.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await change(tx, actor, input), { actor, language })),
    ),
    attach: api.attach.handler(async ({ input, context: { actor } }) => {
      const { id, filename, size } = await attach(services, actor, input);
      return { id, name: filename, size };
    }),
    send: api.send.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => presentOne(tx, await send(tx, actor, { input, registry, now: clock.now() }), language)),
    ),
    markRead: api.markRead.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await markRead(tx, actor, { ...input, now: clock.now() }), { actor, language })),
    ),
    linkProfile: api.linkProfile.handler(({ input: { id, profile_id: profileId }, context: { actor, language } }) =>
      inCompany(actor, async (tx) =>
        present(tx, await linkProfile(tx, actor, { id, profileId, registry, now: clock.now() }), { actor, language }),
      ),
    ),
    unlinkProfile: api.unlinkProfile.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await unlinkProfile(tx, actor, { id: input.id, now: clock.now() }), { actor, language })),
    ),
    markUnread: api.markUnread.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await markUnread(tx, actor, input.id), { actor, language })),
    ),
    saveAnswerNeed: api.saveAnswerNeed.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => present(tx, await saveAnswerNeed(tx, actor, input), { actor, language })),
    ),
    retry: api.retry.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => presentOne(tx, await retry(tx, actor, { input, registry, now: clock.now() }), language)),
    ),
    loadAttachment: api.loadAttachment.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, async (tx) => presentOne(tx, await loadFile(tx, actor, { input, now: clock.now() }), language)),
    ),
    discard: api.discard.handler(async ({ input, context: { actor } }) => {
      const key = await inCompany(actor, (tx) => takeAway(tx, actor, input));
      // After a crash bytes without a row may remain, never a row without bytes.
      if (key !== undefined) await files.remove(key);
      return {};
    }),
    why: api.why.handler(({ input, context: { actor, language } }) =>
      inCompany(actor, (tx) => why(tx, actor, { ...services, input, language })),
    ),
    saveDraft: api.saveDraft.handler(({ input, context: { actor } }) =>
      inCompany(actor, async (tx) => {
        const { id, message, draft_version: after, draft_replaces: replaces } = input;
        const { body, version, isSaved } = await saveDraft(tx, actor, { id, message, after, replaces });
        return { is_saved: isSaved, draft: body, draft_version: version };
      }),
    ),
  };
}

import { randomUUID } from 'node:crypto';
import type { Actor } from '@headwater/domain/roles';
import type { Clock } from '#platform/clock.ts';
import type { SecretBox } from '#platform/crypto/secrets.ts';
import type { Database } from '#platform/database/database.ts';
import { AppError, FieldErrors } from '#platform/errors.ts';
import { textFromHtml } from '#platform/mail/text-from-html.ts';
import { requireMessageFiles } from '#modules/files/public.ts';
import { findSettings, fromOf, requireMailbox } from '#modules/messaging/channels/public.ts';
import { type AnyMailboxSettings, type MailboxProvider, openSettings } from '#modules/messaging/channels/public/transport.ts';
import { type ReadFile, withFiles } from './mail/attached-files.ts';

export interface TestServices {
  database: Database;
  clock: Clock;
  provider: MailboxProvider<AnyMailboxSettings>;
  secrets: SecretBox;
  readFile: ReadFile;
}

export interface TestInput {
  check_permission_only: boolean;
  subject?: string | undefined;
  body?: string | undefined;
  attachment_ids?: readonly number[] | undefined;
}

/**
 * SEND-033 to SEND-036: sends a test to the user's own address, or checks the mailbox (403 if
 * refused).
 */
export async function sendTest(services: TestServices, actor: Actor, input: TestInput): Promise<void> {
  const { database, clock, provider } = services;
  const { row, fileIds, alias } = await database.inCompany(actor.company.id, async (tx) => ({
    row: await requireMailbox(tx, actor),
    alias: (await findSettings(tx, actor.userId))?.sender_alias,
    fileIds: await requireMessageFiles(tx, actor, input.attachment_ids ?? []),
  }));
  const settings = openSettings(services, row);
  if (input.check_permission_only) {
    if (!(await provider.verify(settings)).ok) throw new AppError('forbidden');
    return;
  }
  const mailbox = provider.open(settings);
  try {
    const html = input.body?.trim() || `<p>${settings.from.address}</p>`;
    const draft = {
      messageId: `<${randomUUID()}@${row.address.split('@')[1] ?? 'localhost'}>`,
      from: fromOf(row, alias),
      to: settings.from,
      replyTo: null,
      subject: input.subject?.trim() || 'Test',
      text: textFromHtml(html),
      html,
      date: clock.now(),
      inReplyTo: null,
      references: [],
      headers: [],
    };
    const mail = await withFiles(draft, { companyId: actor.company.id, fileIds }, services.readFile);
    if (!mail) throw new FieldErrors({ attachment_ids: 'attachment_missing' });
    const outcome = await mailbox.send(mail);
    if (outcome.outcome !== 'accepted') throw new FieldErrors({ non_field_errors: 'connect_failed' });
  } finally {
    await mailbox.close();
  }
}

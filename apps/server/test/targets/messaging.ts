import { addProfiles } from '../vacancy-fixtures.ts';
import { insertedId, made, nextNumber, type Person, type Side, type Target, type TargetFixture, type TargetRequest } from './target.ts';

/** A queued message without a mail server. */
async function insertMessage({ side: { here, companyId }, asker }: TargetRequest): Promise<number> {
  const counter = nextNumber();
  const [profile] = await addProfiles(here, 1);
  const values = [companyId, asker.user.id, profile, `someone${counter}@example.test`];
  return insertedId(
    here.sql(
      `with mailbox as (
         insert into mailboxes (company_id, user_id, provider, address, settings, secret) values ($1, $2, 'smtp_imap', $4, '{}', '')
         on conflict (user_id) where state <> 'disconnected' do update set address = excluded.address returning id
       ), mailing as (
         insert into mailings (company_id, created_by, type, request_key) values ($1, $2, 'single', $4) returning id
       ), recipient as (
         insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key) select $1, id, $3, $4, $4 from mailing returning id
       )
       insert into messages (company_id, recipient_id, mailbox_id, created_by, message_id, subject, html, body_text, send_at)
       select $1, recipient.id, mailbox.id, $2, $4, 'Subject', '<p>Text</p>', 'Text', now() from mailbox, recipient returning id`,
      values,
    ),
  );
}

const insertMailing = ({ here, companyId }: Side, owner: Person, access: 'public' | 'private' = 'public') =>
  insertedId(
    here.sql(`insert into mailings (company_id, created_by, type, name, access_type) values ($1, $2, 'mass', 'Mailing', $3) returning id`, [
      companyId,
      owner.user.id,
      access,
    ]),
  );

async function insertRecipient({ here, companyId }: Side, mailingId: number): Promise<number> {
  const counter = nextNumber();
  const [profile] = await addProfiles(here, 1);
  const email = `recipient${counter}@example.test`;
  return insertedId(
    here.sql(
      'insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key) values ($1, $2, $3, $4, $4) returning id',
      [companyId, mailingId, profile, email],
    ),
  );
}

/** A SIM card without a connected worker. */
async function insertTelegramAccount({ here, companyId }: Side): Promise<number> {
  const phone = `+7999${String(nextNumber()).padStart(7, '0')}`;
  return insertedId(
    here.sql(
      `insert into telegram_accounts (company_id, phone_number, telegram_user_id, session, state, created_at)
       values ($1, $2, 1, '', 'signed_out', now()) returning id`,
      [companyId, phone],
    ),
  );
}

async function insertTelegramDialog(side: Side, owner: Person, access: 'public' | 'private' = 'public'): Promise<number> {
  const account = await insertTelegramAccount(side);
  const [profile] = await addProfiles(side.here, 1);
  return insertedId(
    side.here.sql(
      `insert into telegram_dialogs (company_id, account_id, profile_id, username, access_type, created_by, created_at, last_at)
       values ($1, $2, $3, $4, $5, $6, now(), now()) returning id`,
      [side.companyId, account, profile, `someone_${nextNumber()}`, access, owner.user.id],
    ),
  );
}

const insertTelegramMessage = ({ here, companyId }: Side, dialogId: number) =>
  insertedId(
    here.sql(
      `insert into messages (company_id, dialog_id, telegram_account_id, is_out, state, body_text, said_at, random_id, channel, position, send_at)
       select company_id, id, account_id, true, 'error', 'Hello', now(), $3, 'telegram', 1, now() from telegram_dialogs where id = $2 and company_id = $1 returning id`,
      [companyId, dialogId, nextNumber()],
    ),
  );

export const messagingTargets = {
  telegram_account: { make: ({ side }) => insertTelegramAccount(side) },
  telegram_dialog: {
    make: ({ side, asker }) => insertTelegramDialog(side, asker),
    makePrivate: (side) => insertTelegramDialog(side, side.owner, 'private'),
  },
  telegram_message: {
    make: async ({ side, asker, existing }) =>
      insertTelegramMessage(side, existing.telegram_dialog ?? (await insertTelegramDialog(side, asker))),
  },
  mailbox: {
    async make({ side: { here, companyId } }) {
      const owner = await here.addUser(companyId, 'worker');
      return insertedId(
        here.sql(
          `insert into mailboxes (company_id, user_id, provider, address, settings, secret) values ($1, $2, 'smtp_imap', $3, '{}', '') returning id`,
          [companyId, owner.id, owner.email],
        ),
      );
    },
  },
  message: { make: insertMessage },
  sequence: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(`insert into mailings (company_id, created_by, type, name) values ($1, $2, 'sequence', 'Sequence') returning id`, [
          companyId,
          asker.user.id,
        ]),
      ),
  },
  suppression: {
    make({ side: { here, companyId } }) {
      const counter = nextNumber();
      return insertedId(
        here.sql(
          `insert into suppressions (company_id, address_hash, address, reason, source, added_at)
           values ($1, decode(md5($2), 'hex'), $2, 'manual', 'hand', now()) returning id`,
          [companyId, `suppressed${counter}@example.test`],
        ),
      );
    },
  },
  mailing: {
    make: ({ side, asker }) => insertMailing(side, asker),
    makePrivate: (side) => insertMailing(side, side.owner, 'private'),
  },
  recipient: {
    make: async ({ side, asker, existing }) => insertRecipient(side, existing.mailing ?? (await insertMailing(side, asker))),
    makePrivate: async (side) => insertRecipient(side, await insertMailing(side, side.owner, 'private')),
  },
  template: {
    make: ({ side }) => made(side.owner.caller.post('/api/v6/mailing_templates/', { name: 'Template' }), 'template'),
    makePrivate: (side) => made(side.owner.caller.post('/api/v6/mailing_templates/', { name: 'Own', access_type: 'private' }), 'template'),
  },
} satisfies Partial<Record<Target, TargetFixture>>;

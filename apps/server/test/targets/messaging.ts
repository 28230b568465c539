import { addProfiles } from '../vacancy-fixtures.ts';
import { insertedId, made, nextNumber, type Person, type Side, type Target, type TargetFixture, type TargetRequest } from './target.ts';

/** A waiting message of that person, without a mail server behind it. */
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

export const messagingTargets = {
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

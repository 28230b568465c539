import { managedCompany } from './administration.ts';
import { insertedId, nextNumber, type Side, type Target, type TargetFixture } from './target.ts';

/** An earlier invitation that is not accepted yet. */
async function insertInvitation({ here, companyId, owner }: Side): Promise<number> {
  const counter = nextNumber();
  return insertedId(
    here.sql(
      `with account as (
         insert into users (company_id, email, role, is_activated) values ($1, $2, 'hm', false) returning id
       )
       insert into invitations (company_id, user_id, email, invited_by, key_hash, created_at, sent_at, expires_at)
       select $1, id, $2, $3, sha256($2::bytea), now() - interval '1 day', now() - interval '1 day', now() + interval '1 day' from account
       returning id`,
      [companyId, `invited${counter}@example.test`, owner.user.id],
    ),
  );
}

/** An employee whom the asker administers. */
const employee = (role: 'worker' | 'admin' | 'hm'): TargetFixture => ({
  async make(request) {
    const { side, asker } = request;
    const companyId = asker.user.role === 'manager' ? await managedCompany(request) : side.companyId;
    return (await side.here.addUser(companyId, role)).id;
  },
});

export const peopleTargets = {
  // A deactivated user cannot be impersonated, so the asker stays the same.
  anybody: {
    async make({ side: { here, companyId } }) {
      const { id } = await here.addUser(companyId, 'worker');
      await here.sql('update users set is_active = false where id = $1', [id]);
      return id;
    },
  },
  user: { make: async ({ side }) => (await side.here.addUser(side.companyId, 'worker')).id },
  worker: employee('worker'),
  administrator: employee('admin'),
  hiring_manager: employee('hm'),
  manager: { make: async ({ side }) => (await side.here.addUser(side.companyId, 'manager')).id },
  session: {
    async make({ side: { here, companyId }, asker }) {
      const counter = nextNumber();
      return insertedId(
        here.sql(
          `insert into sessions (token_hash, company_id, user_id, expires_at)
           values (sha256($3::bytea), $1, $2, now() + interval '1 day') returning id`,
          [companyId, asker.user.id, `session ${counter}`],
        ),
      );
    },
  },
  passkey: {
    async make({ side: { here, companyId }, asker }) {
      const counter = nextNumber();
      return insertedId(
        here.sql(
          `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
           values ($1, $2, $3, '', sha256('handle'), 'Laptop', now()) returning id`,
          [companyId, asker.user.id, `passkey${counter}`],
        ),
      );
    },
  },
  social_account: {
    async make({ side: { here, companyId }, asker }) {
      await here.sql('delete from social_identities where user_id = $1', [asker.user.id]);
      return insertedId(
        here.sql(
          `insert into social_identities (company_id, user_id, backend, issuer, subject, email, linked_at)
           values ($1, $2, 'google', 'https://accounts.google.com', $3, 'ada@example.test', now()) returning id`,
          [companyId, asker.user.id, `subject${nextNumber()}`],
        ),
      );
    },
  },
  linked_provider: {
    async make({ side: { here, companyId }, asker }) {
      await here.sql('delete from sso_identities where user_id = $1', [asker.user.id]);
      return insertedId(
        here.sql(
          `insert into sso_identities (company_id, user_id, issuer, subject, linked_at)
           values ($1, $2, 'https://idp.example.test', $3, now()) returning id`,
          [companyId, asker.user.id, `subject${nextNumber()}`],
        ),
      );
    },
  },
  // A service name; this installation has none configured.
  sign_in_service: { make: () => Promise.resolve(nextNumber()) },
  // A secret, not an id: visitors get the response for a wrong one.
  one_time_token: { make: () => Promise.resolve(nextNumber()) },
  // Its secret is a number here.
  address_link: {
    async make({ side: { here, companyId }, asker }) {
      const secret = nextNumber();
      await here.sql(
        `insert into one_time_tokens (token_hash, company_id, user_id, purpose, address, expires_at)
         values (sha256($3::text::bytea), $1, $2, 'address', 'moved' || $3::text || '@example.test', now() + interval '1 day')`,
        [companyId, asker.user.id, secret],
      );
      return secret;
    },
  },
  notice: {
    make: ({ side: { here, companyId }, asker }) => {
      const counter = nextNumber();
      return insertedId(
        here.sql(
          `insert into notices (company_id, user_id, kind, key, payload, in_app, for_email, created_at)
           values ($1, $2, 'limit', $3, '{"detail": "contacts"}', true, false, now()) returning id`,
          [companyId, asker.user.id, `contacts:${counter}`],
        ),
      );
    },
  },
  browser: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(
          `with session as (
             insert into sessions (token_hash, company_id, user_id, expires_at)
             values (sha256($3::bytea), $1, $2, now() + interval '1 day') returning token_hash)
           insert into push_subscriptions (company_id, user_id, session_hash, endpoint, p256dh, auth, server_key, created_at)
           select $1, $2, token_hash, 'https://push.example.com/' || $3, 'key', 'secret', 'key', now() from session returning id`,
          [companyId, asker.user.id, `browser ${nextNumber()}`],
        ),
      ),
  },
  api_token: {
    make: ({ side: { here, companyId }, asker }) => {
      const counter = nextNumber();
      return insertedId(
        here.sql(
          `insert into api_tokens (user_id, company_id, token_hash, last_four, scopes, created_at, name)
           values ($2, $1, sha256($3::bytea), 'abcd', '{everything}', now(), $3) returning id`,
          [companyId, asker.user.id, `token ${counter}`],
        ),
      );
    },
  },
  invitation: { make: ({ side }) => insertInvitation(side) },
  managed_invitation: { make: ({ side }) => insertInvitation(side) },
} satisfies Partial<Record<Target, TargetFixture>>;

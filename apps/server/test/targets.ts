import type { Caller, Installation, TestUser } from './installation.ts';
import { addProfiles, fillVacancy } from './vacancy-fixtures.ts';

/** What the parameters of routes point at. */
export type Target =
  | 'vacancy'
  | 'candidate'
  | 'profile'
  | 'status'
  | 'user'
  | 'administrator'
  | 'anybody'
  | 'file'
  | 'job'
  | 'message'
  | 'contact'
  | 'fragment'
  | 'merged_profile'
  | 'mailbox'
  | 'query'
  | 'saved_query'
  | 'ai_search'
  | 'comment'
  | 'sequence'
  | 'mailing'
  | 'recipient'
  | 'template'
  | 'suppression'
  | 'vacancy_description'
  | 'message_generation'
  | 'profile_link'
  | 'enrichment'
  | 'company'
  | 'managed_company'
  | 'quota'
  | 'system_notification'
  | 'managed_notification'
  | 'extension_notification'
  | 'worker'
  | 'hiring_manager'
  | 'one_time_token'
  | 'session'
  | 'passkey'
  | 'manager'
  | 'notice'
  | 'invitation'
  | 'managed_invitation';

export interface Person {
  user: TestUser;
  caller: Caller;
}

/** One company of the test: somebody in it who may do everything, and its hiring manager. */
export interface Side {
  here: Installation;
  companyId: number;
  owner: Person;
  hiringManager: TestUser | undefined;
}

/** What a fixture may look at: whose company, who asks (for what belongs to one person), and what the same address named before. */
export interface TargetRequest {
  side: Side;
  asker: Person;
  existing: Partial<Record<Target, number>>;
}

export interface TargetFixture {
  /** Makes a new one that the asker may use as far as anybody of the company may, and returns its id. */
  make(request: TargetRequest): Promise<number>;
  /** Makes one that nobody of the company but its owner may see; only for nouns with privacy (ROLE-056). */
  makePrivate?(side: Side): Promise<number>;
}

const vacancy = ({ here, owner, hiringManager }: Side, body: object, profiles = 0) =>
  fillVacancy(here, owner.caller, { profiles, body: { granted_users: hiringManager ? [hiringManager.id] : [], ...body } });
const hidden = { access_type: 'private', granted_users: [] };

let counter = 0;

/** A form with one file, as browsers send it. */
export function fileForm(fields: Readonly<Record<string, unknown>>) {
  const boundary = 'boundary7';
  const values = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntext\r\n`;
  return {
    payload: `${values.join('')}${file}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

async function made(answer: Promise<{ status: number; body: { id: number } }>, noun: Target): Promise<number> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`the fixture of ${noun} was answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}

async function insertedId(rows: Promise<{ id: number | string }[]>): Promise<number> {
  return Number((await rows)[0]?.id);
}

const missingCompany = 987_654_321;

const insertNotification = (here: Installation, companies: readonly number[]) =>
  insertedId(
    here.sql(
      `insert into system_notifications (title, content, show_format, type, company_ids, created_at, updated_at)
       values ('Maintenance', '<p>On Sunday</p>', 'full', 'maintenance', $1, now(), now()) returning id`,
      [companies],
    ),
  );
/** Somebody who was invited to the company a while ago and has not accepted. */
async function insertInvitation({ here, companyId, owner }: Side): Promise<number> {
  counter += 1;
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

/** A waiting message of that person, without a mail server behind it. */
async function insertMessage({ side: { here, companyId }, asker }: TargetRequest): Promise<number> {
  counter += 1;
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
  counter += 1;
  const [profile] = await addProfiles(here, 1);
  const email = `recipient${counter}@example.test`;
  return insertedId(
    here.sql(
      'insert into mailing_recipients (company_id, mailing_id, profile_id, email, email_key) values ($1, $2, $3, $4, $4) returning id',
      [companyId, mailingId, profile, email],
    ),
  );
}

/** A company that the person looks after: an account manager has only what is theirs; internal staff have every company. */
async function managedCompany({ side: { here }, asker }: TargetRequest): Promise<number> {
  const id = await here.addCompany({ name: 'Managed' });
  if (asker.user.role === 'manager') await here.sql('update companies set account_manager_id = $2 where id = $1', [id, asker.user.id]);
  return id;
}

/** Somebody whom the asker administers. */
const employee = (role: 'worker' | 'admin' | 'hm'): TargetFixture => ({
  async make(request) {
    const { side, asker } = request;
    const companyId = asker.user.role === 'manager' ? await managedCompany(request) : side.companyId;
    return (await side.here.addUser(companyId, role)).id;
  },
});

/** One entry a noun of the contract: the generated access test asks for it as soon as a route names the noun. */
export const targets: Partial<Record<Target, TargetFixture>> = {
  vacancy: {
    make: async ({ side }) => (await vacancy(side, {})).id,
    makePrivate: async (side) => (await vacancy(side, hidden)).id,
  },
  candidate: {
    async make({ side, existing }) {
      if (existing.vacancy === undefined) return (await vacancy(side, {}, 1)).candidates[0] ?? 0;
      const body = { folder_id: existing.vacancy, profiles: await addProfiles(side.here, 1) };
      return (await side.owner.caller.post('/api/v6/candidates/', body)).body.candidates[0].id;
    },
    makePrivate: async (side) => (await vacancy(side, hidden, 1)).candidates[0] ?? 0,
  },
  profile: {
    make: async ({ side }) => (await addProfiles(side.here, 1, { companyId: side.companyId }))[0] ?? 0,
  },
  contact: {
    async make({ side, existing }) {
      counter += 1;
      const profile = existing.profile ?? (await addProfiles(side.here, 1, { companyId: side.companyId }))[0] ?? 0;
      const body = { type: 'email', value: `someone${counter}@example.test` };
      return made(side.owner.caller.post(`/api/v6/profiles/${profile}/contacts/`, body), 'contact');
    },
  },
  fragment: {
    async make({ side: { here, companyId, owner }, existing }) {
      counter += 1;
      const profile = existing.profile ?? (await addProfiles(here, 1, { companyId }))[0] ?? 0;
      const { body } = await owner.caller.post(`/api/v6/profiles/${profile}/private/`, { headline: `Headline ${counter}` });
      return body.fragment.id;
    },
  },
  merged_profile: {
    async make({ side: { here, companyId, owner } }) {
      const [stays = 0, goes = 0] = await addProfiles(here, 2, { companyId });
      await owner.caller.post('/api/glun/v4/', { action: 'glue', profile_ids: [stays, goes] });
      return goes;
    },
  },
  comment: {
    async make({ side, asker }) {
      // A hiring manager comments on candidates alone, an admin without search on nobody, but may take any comment away.
      const author = asker.user.role === 'admin_without_search' ? side.owner : asker;
      const { profiles, candidates } = await vacancy(side, {}, 1);
      return made(
        author.caller.post(`/api/v6/profiles/${profiles[0] ?? 0}/comments/`, { text: 'Call again', candidate_id: candidates[0] }),
        'comment',
      );
    },
  },
  status: {
    make({ side }) {
      counter += 1;
      return made(side.owner.caller.post('/api/v6/status_collection/statuses/', { name: `Status ${counter}` }), 'status');
    },
  },
  // Nobody acts as somebody who is switched off: whoever asks stays who they are.
  anybody: {
    async make({ side: { here, companyId } }) {
      const { id } = await here.addUser(companyId, 'worker');
      await here.sql('update users set is_active = false where id = $1', [id]);
      return id;
    },
  },
  user: { make: async ({ side }) => (await side.here.addUser(side.companyId, 'worker')).id },
  file: {
    make: ({ side }) => made(side.owner.caller.send({ method: 'POST', url: '/api/files/v1/', ...fileForm({}) }), 'file'),
  },
  job: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(
          `insert into jobs (company_id, created_by, kind, status, total) values ($1, $2, 'candidates_add', 'queued', 1) returning id`,
          [companyId, asker.user.id],
        ),
      ),
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
      counter += 1;
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
  query: {
    async make({ asker }) {
      const { query_id: queryId } = (await asker.caller.get('/api/v6/profiles/?q=["skill:Python"]')).body;
      // Also an entry of the history.
      await asker.caller.post('/api/internal/search_queries/', { query_id: queryId });
      return queryId;
    },
  },
  ai_search: {
    async make({ asker }) {
      const { id } = (await asker.caller.post('/api/internal/ai_search/', { text: 'Python developer' })).body;
      return id;
    },
  },
  vacancy_description: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(
          `insert into vacancy_descriptions (company_id, user_id, position, company_name, responsibilities, language, progress, is_paid, created_at, updated_at)
           values ($1, $2, 'Data engineer', 'Acme', 'Builds pipelines', 'en', 'done', false, now(), now()) returning id`,
          [companyId, asker.user.id],
        ),
      ),
  },
  message_generation: {
    async make({ side: { here, companyId }, asker }) {
      const [profile] = await addProfiles(here, 1);
      return insertedId(
        here.sql(
          `insert into message_generations (company_id, user_id, profile_id, job_description, language, progress, is_paid, created_at, updated_at)
           values ($1, $2, $3, 'Data engineer', 'en', 'done', false, now(), now()) returning id`,
          [companyId, asker.user.id, profile],
        ),
      );
    },
  },
  session: {
    async make({ side: { here, companyId }, asker }) {
      counter += 1;
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
      counter += 1;
      return insertedId(
        here.sql(
          `insert into passkeys (company_id, user_id, credential_id, public_key, user_handle, name, created_at)
           values ($1, $2, $3, '', sha256('handle'), 'Laptop', now()) returning id`,
          [companyId, asker.user.id, `passkey${counter}`],
        ),
      );
    },
  },
  // Secrets are no ids: what is made here opens nothing, and visitors are answered as for a wrong one.
  one_time_token: { make: () => Promise.resolve(counter) },
  company: { make: ({ side }) => Promise.resolve(side.companyId) },
  managed_company: { make: managedCompany },
  worker: employee('worker'),
  administrator: employee('admin'),
  hiring_manager: employee('hm'),
  manager: { make: async ({ side }) => (await side.here.addUser(side.companyId, 'manager')).id },
  quota: {
    make: ({ side: { here, companyId }, existing }) =>
      insertedId(
        here.sql(
          `insert into company_quotas (company_id, starts_on, ends_on, quota, created_at)
           values ($1, '2026-01-01', '2026-12-31', 100, now()) returning id`,
          [existing.managed_company ?? companyId],
        ),
      ),
  },
  // Meant for the people of one company.
  system_notification: {
    make: ({ side: { here, companyId } }) => insertNotification(here, [companyId]),
  },
  // Staff write those of everybody; nobody is shown these.
  managed_notification: {
    make: ({ side: { here } }) => insertNotification(here, [missingCompany]),
  },
  extension_notification: {
    make: ({ side: { here } }) =>
      insertedId(
        here.sql(`insert into extension_notifications (title, created_at, updated_at) values ('New version', now(), now()) returning id`),
      ),
  },
  notice: {
    make: ({ side: { here, companyId }, asker }) => {
      counter += 1;
      return insertedId(
        here.sql(
          `insert into notices (company_id, user_id, kind, key, detail, in_app, for_email, created_at)
           values ($1, $2, 'limit', $3, 'contacts', true, false, now()) returning id`,
          [companyId, asker.user.id, `contacts:${counter}`],
        ),
      );
    },
  },
  invitation: { make: ({ side }) => insertInvitation(side) },
  managed_invitation: { make: ({ side }) => insertInvitation(side) },
  profile_link: {
    async make({ side: { here, companyId }, asker, existing }) {
      counter += 1;
      const profile = existing.profile ?? (await addProfiles(here, 1))[0] ?? 0;
      return insertedId(
        here.sql(
          `insert into profile_links (company_id, profile_id, token_hash, created_by, created_at, expires_at)
           values ($1, $2, sha256($4::bytea), $3, now(), now() + interval '1 day') returning id`,
          [companyId, profile, asker.user.id, `link ${counter}`],
        ),
      );
    },
  },
  enrichment: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(
          `insert into enrichment_requests (company_id, created_by, name, file_name, delimiter, columns, rows, parts, month)
           values ($1, $2, 'People', 'people.csv', 'comma', '{email}', 0, 0, '2026-01-01') returning id`,
          [companyId, asker.user.id],
        ),
      ),
  },
  saved_query: {
    make({ asker }) {
      counter += 1;
      return made(asker.caller.post('/api/savedqueries/', { name: `Query ${counter}`, query: '["skill:Python"]' }), 'saved_query');
    },
  },
};

/** Routes that answer 404 for what is one's own in a test, and why. */
export const nothingToFind: Readonly<Record<string, string>> = {
  'profiles.picture': 'a picture is fetched from a public address',
  'profileEnrichment.undo': 'the fixture is a save of a form, not of a file',
  'profileLookups.byLink': 'nobody has the link of the example',
};

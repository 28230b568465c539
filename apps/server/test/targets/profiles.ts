import { fileForm } from '../upload-form.ts';
import { addProfiles } from '../vacancy-fixtures.ts';
import { insertedId, made, nextNumber, type Target, type TargetFixture } from './target.ts';

export const profilesTargets = {
  profile: {
    make: async ({ side }) => (await addProfiles(side.here, 1, { companyId: side.companyId }))[0] ?? 0,
  },
  contact: {
    async make({ side, existing }) {
      const counter = nextNumber();
      const profile = existing.profile ?? (await addProfiles(side.here, 1, { companyId: side.companyId }))[0] ?? 0;
      const body = { type: 'email', value: `someone${counter}@example.test` };
      return made(side.owner.caller.post(`/api/v6/profiles/${profile}/contacts/`, body), 'contact');
    },
  },
  fragment: {
    async make({ side: { here, companyId, owner }, existing }) {
      const counter = nextNumber();
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
  file: {
    make: ({ side }) => made(side.owner.caller.send({ method: 'POST', url: '/api/files/v1/', ...fileForm({}) }), 'file'),
  },
  profile_link: {
    async make({ side: { here, companyId }, asker, existing }) {
      const counter = nextNumber();
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
  table_import: {
    make: ({ side: { here, companyId }, asker }) =>
      insertedId(
        here.sql(`insert into table_imports (company_id, created_by, file_name, size) values ($1, $2, 'people.csv', 1) returning id`, [
          companyId,
          asker.user.id,
        ]),
      ),
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
} satisfies Partial<Record<Target, TargetFixture>>;

import { addProfiles, fillVacancy } from '../vacancy-fixtures.ts';
import { insertedId, made, nextNumber, type Side, type Target, type TargetFixture } from './target.ts';

const vacancy = ({ here, owner, hiringManager }: Side, body: object, profiles = 0) =>
  fillVacancy(here, owner.caller, { profiles, body: { granted_users: hiringManager ? [hiringManager.id] : [], ...body } });
const hidden = { access_type: 'private', granted_users: [] };

export const hiringTargets = {
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
  comment: {
    async make({ side, asker }) {
      // Hiring managers comment on candidates only; an admin without search cannot comment, but can
      // delete any comment.
      const author = asker.user.role === 'admin_without_search' ? side.owner : asker;
      const { profiles, candidates } = await vacancy(side, {}, 1);
      return made(
        author.caller.post(`/api/v6/profiles/${profiles[0] ?? 0}/comments/`, { text: 'Call again', candidate_id: candidates[0] }),
        'comment',
      );
    },
  },
  shortlisted_candidate: {
    async make({ side }) {
      const { id, candidates } = await vacancy(side, {}, 1);
      await side.owner.caller.post(`/api/v6/folders/${id}/shortlist/`, { ids: candidates });
      return candidates[0] ?? 0;
    },
    async makePrivate(side) {
      const { id, candidates } = await vacancy(side, hidden, 1);
      await side.owner.caller.post(`/api/v6/folders/${id}/shortlist/`, { ids: candidates });
      return candidates[0] ?? 0;
    },
  },
  shortlist_link: {
    async make({ side, asker }) {
      const { id } = await vacancy(side, {});
      return insertedId(
        side.here.sql(
          `insert into shortlist_links (company_id, vacancy_id, reviewer, token_hash, created_by, created_at, expires_at)
           values ($1, $2, 'Olga', sha256($3::bytea), $4, now(), now() + interval '1 day') returning id`,
          [side.companyId, id, `shortlist ${nextNumber()}`, asker.user.id],
        ),
      );
    },
  },
  candidate_task: {
    async make({ side, asker }) {
      const { profiles } = await vacancy(side, {}, 1);
      return insertedId(
        side.here.sql(
          `insert into candidate_tasks (company_id, profile_id, title, due_on, remind_at, assignee_id, created_by, created_at)
           values ($1, $2, 'Call', current_date, now(), $3, $3, now()) returning id`,
          [side.companyId, profiles[0] ?? 0, asker.user.id],
        ),
      );
    },
  },
  fit_note: {
    async make({ side, asker }) {
      const { profiles } = await vacancy(side, {}, 1);
      return insertedId(
        side.here.sql(
          `insert into fit_notes (company_id, profile_id, verdict, text, created_by, created_at, updated_at)
           values ($1, $2, 'fits', 'Leads teams', $3, now(), now()) returning id`,
          [side.companyId, profiles[0] ?? 0, asker.user.id],
        ),
      );
    },
  },
  status: {
    make({ side }) {
      const counter = nextNumber();
      return made(side.owner.caller.post('/api/v6/status_collection/statuses/', { name: `Status ${counter}` }), 'status');
    },
  },
} satisfies Partial<Record<Target, TargetFixture>>;

import { addProfiles, fillVacancy } from '../vacancy-fixtures.ts';
import { made, nextNumber, type Side, type Target, type TargetFixture } from './target.ts';

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
  status: {
    make({ side }) {
      const counter = nextNumber();
      return made(side.owner.caller.post('/api/v6/status_collection/statuses/', { name: `Status ${counter}` }), 'status');
    },
  },
} satisfies Partial<Record<Target, TargetFixture>>;

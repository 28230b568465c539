import { addProfiles } from '../vacancy-fixtures.ts';
import { insertedId, made, nextNumber, type Target, type TargetFixture } from './target.ts';

export const searchingTargets = {
  query: {
    async make({ asker }) {
      const { query_id: queryId } = (await asker.caller.get('/api/v6/profiles/?q=["skill:Python"]')).body;
      // Also creates an entry of the history.
      await asker.caller.post('/api/internal/search_queries/', { query_id: queryId });
      return queryId;
    },
  },
  saved_query: {
    make({ asker }) {
      const counter = nextNumber();
      return made(asker.caller.post('/api/savedqueries/', { name: `Query ${counter}`, query: '["skill:Python"]' }), 'saved_query');
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
} satisfies Partial<Record<Target, TargetFixture>>;

-- Runs of AI searches are tasks of the queue, which knows whether their worker lives. Those that were under way are queued.
drop index ai_searches_unfinished;
alter table ai_searches drop column lease_until;
create index ai_searches_unlearned on ai_searches (feedback_at) where state = 'found' and trained_version < feedback_version;
select enqueue_task('run_ai_search', json_build_object('companyId', company_id, 'searchId', id, 'run', run), null, null, 25, 'run-ai-search-' || id)
from ai_searches where state = 'processing';

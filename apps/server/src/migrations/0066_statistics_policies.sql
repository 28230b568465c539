-- The company of the transaction is read once for a statement, not once for a row: reading facts and sums takes half the time.
do $$
declare
  name text;
begin
  foreach name in array array['statistics_search_facts', 'statistics_pipeline_facts', 'statistics_message_facts', 'statistics_slots',
    'statistics_sums', 'statistics_pending', 'statistics_names', 'statistics_candidacies'] loop
    execute format('alter policy tenant on %I using (company_id = (select headwater_company()) or (select headwater_is_system()))', name);
  end loop;
end $$;

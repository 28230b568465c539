-- Words of messages, for dialogs to be found by them. They are rows of their own: under row-level security an index of full text or of trigrams is never
-- asked, as its operators might tell of rows that are not seen; those of text are known not to.
create table telegram_message_words (
  company_id bigint not null references companies (id),
  word text collate "C" not null,
  message_id bigint not null references telegram_messages (id) on delete cascade,
  primary key (company_id, word, message_id)
);
create index telegram_message_words_message on telegram_message_words (message_id);
call make_tenant_table('telegram_message_words');

-- In small letters, each once; of very long ones the beginning.
create function headwater_words(said text) returns setof text language sql immutable as $$
  select distinct left(word, 64) from regexp_split_to_table(lower(said), '[^[:alnum:]]+') as word where word <> ''
$$;

create function headwater_note_telegram_words() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from telegram_message_words where message_id = new.id;
  end if;
  insert into telegram_message_words (company_id, word, message_id) select new.company_id, word, new.id from headwater_words(new.body) as word;
  return null;
end $$;
create trigger telegram_messages_words after insert on telegram_messages for each row execute function headwater_note_telegram_words();
create trigger telegram_messages_words_changed after update of body on telegram_messages for each row when (old.body <> new.body)
  execute function headwater_note_telegram_words();

insert into telegram_message_words (company_id, word, message_id)
  select company_id, word, id from telegram_messages, headwater_words(body) as word;

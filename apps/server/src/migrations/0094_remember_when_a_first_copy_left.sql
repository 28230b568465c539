-- When the first copy of a letter was handed over that is sent once more: should it turn out to have arrived, that is the moment it left.
alter table messages add column first_sent_at timestamptz;

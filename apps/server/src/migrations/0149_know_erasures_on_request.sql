-- Who was erased because nobody worked with them may be added again by a person: only imports pass over them.
alter table erased_fingerprints add column on_request boolean not null default true;
grant update on erased_fingerprints to headwater_app;

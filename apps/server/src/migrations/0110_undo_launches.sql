-- Until when the last launch of a mailing can be undone. While it is set, nothing of the mailing is planned; a worker clears it when the time is over.
alter table mailings add column undo_until timestamptz;
create index mailings_undoable on mailings (undo_until) where undo_until is not null;

-- What the last launch changed, as it was before, while the launch can be undone.
create table mailing_launches (
  mailing_id bigint primary key references mailings (id) on delete cascade,
  company_id bigint not null references companies (id),
  -- In whose name candidates get the status that was chosen for them.
  launched_by bigint references users (id) on delete set null,
  status text not null,
  sender_id bigint references users (id) on delete set null,
  launch_at timestamptz,
  launched_at timestamptz,
  after_launch_status_id bigint,
  -- Messages that had no sending window and got that of the launch: [{id, zone}].
  steps jsonb not null default '[]'
);
call make_tenant_table('mailing_launches');

create table mailing_launch_recipients (
  mailing_id bigint not null references mailing_launches (mailing_id) on delete cascade,
  company_id bigint not null references companies (id),
  recipient_id bigint not null,
  kind text not null check (kind in ('launch', 'occurred', 'planned', 'error')),
  active boolean not null,
  retry boolean not null,
  relaunched_at timestamptz,
  launched_at timestamptz,
  next_at timestamptz,
  status_changed_at timestamptz not null,
  primary key (mailing_id, recipient_id)
);
call make_tenant_table('mailing_launch_recipients');

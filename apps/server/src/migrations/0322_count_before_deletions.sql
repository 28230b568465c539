-- Of a hiring manager in a deleted vacancy: how many active ones they had until then, this one among them, or before another deletion that could still be
-- taken back then, where that were more. A limit that was lowered since takes none of those away. Null for vacancies deleted before this.
alter table vacancy_members add column active_before integer check (active_before >= 0);

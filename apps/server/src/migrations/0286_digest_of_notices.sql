-- ADR 60: which digest has taken a notice. Whoever does not know whether their taking was kept puts back what they have taken themselves, and
-- nothing that another process has taken and sent meanwhile.
alter table notices add column digest_key uuid;

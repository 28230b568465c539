-- What workers have taken and not handed over yet counts against the limits of its company and mailbox: few at any moment among many that are planned.
create index messages_claimed on messages (company_id) where state = 'claimed';

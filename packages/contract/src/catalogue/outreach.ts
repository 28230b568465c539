import { entries } from './entries.ts';
import en from '../texts/outreach/en.json' with { type: 'json' };
import ru from '../texts/outreach/ru.json' with { type: 'json' };

export const outreachMessages = entries(
  { en, ru },
  {
    resume_by_staff: 403,
    no_mailbox: 403,
    not_undecided: 409,
  },
);

import { entries } from './entries.ts';
import en from '../texts/mailings/en.json' with { type: 'json' };
import ru from '../texts/mailings/ru.json' with { type: 'json' };

export const mailingMessages = entries(
  { en, ru },
  {
    mailing_running: 409,
    mailing_of_sender: 403,
    mailing_not_running: 409,
    launch_not_undoable: 409,
    recipient_not_stopped: 409,
    recipient_over: 409,
  },
);

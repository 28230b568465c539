import { entries } from './entries.ts';
import en from '../texts/templates/en.json' with { type: 'json' };
import ru from '../texts/templates/ru.json' with { type: 'json' };

export const templateMessages = entries(
  { en, ru },
  {
    template_read_only: 403,
  },
);

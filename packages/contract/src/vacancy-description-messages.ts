import { entry, type Entry } from './status-texts.ts';

/** Messages of this area; same form as the core catalogue. */
export const vacancyDescriptionMessages = {
  model_not_connected: entry(
    400,
    'No language model is connected. Ask the people who run this installation to connect one',
    'Языковая модель не подключена. Попросите тех, кто обслуживает эту установку, подключить её',
  ),
  credits_used_up: entry(400, 'The credits of your company are used up', 'Кредиты вашей компании закончились'),
  text_being_written: entry(400, 'The text is being written. Wait or cancel it', 'Текст пишется. Подождите или отмените генерацию'),
} satisfies Record<string, Entry>;

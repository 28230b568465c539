import { entry, type Entry } from './status-texts.ts';

/** Messages of this area; same form as the core catalogue. */
export const vacancyDescriptionMessages = {
  model_not_connected: entry(
    400,
    'No language model is connected. Ask whoever runs this installation to set HEADWATER_MODEL_URL and HEADWATER_MODEL_NAME',
    'Языковая модель не подключена. Попросите того, кто обслуживает эту установку, задать HEADWATER_MODEL_URL и HEADWATER_MODEL_NAME',
  ),
  credits_used_up: entry(400, 'The credits of your company are used up', 'Кредиты вашей компании закончились'),
  text_being_written: entry(400, 'The text is being written. Wait or cancel it', 'Текст пишется. Подождите или отмените'),
} satisfies Record<string, Entry>;

import { expect, it } from 'vitest';
import { sharedTexts } from './shared-texts.ts';

it('finds texts that both sides share, ignoring case and quotation marks', () => {
  expect([...sharedTexts(['ООО «Парма»', 'Пермь', 'Engineer'], ['ооо "Парма"', 'engineer '])]).toEqual(['ООО «Парма»', 'Engineer']);
});

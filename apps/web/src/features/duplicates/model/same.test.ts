import { expect, it } from 'vitest';
import { sharedTexts } from './shared-texts.ts';

it('finds what both sides say, whatever the capitals and quotation marks', () => {
  expect([...sharedTexts(['ООО «Парма»', 'Пермь', 'Engineer'], ['ооо "Парма"', 'engineer '])]).toEqual(['ООО «Парма»', 'Engineer']);
});

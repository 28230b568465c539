import type { Language } from '@headwater/contract/errors';
import { readTexts } from '@headwater/contract/texts';
import { firstExampleId } from '@headwater/domain/outreach/templates';
import en from './texts/en.json' with { type: 'json' };
import ru from './texts/ru.json' with { type: 'json' };

const read = readTexts({ en, ru });
const examples = Object.keys(en.example) as (keyof typeof en.example)[];
const paragraphs = (lines: string) => lines.replaceAll(/^.*$/gm, '<p>$&</p>').replaceAll('\n', '');

/** TPL-009. Ids are negative. */
export const examplesIn = (language: Language) =>
  examples.map((example, index) => ({
    id: firstExampleId - index,
    name: read(`example.${example}.name`, language),
    subject: read(`example.${example}.subject`, language),
    body: paragraphs(read(`example.${example}.body`, language)),
  }));

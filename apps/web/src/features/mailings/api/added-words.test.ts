import { describe, expect, it } from 'vitest';
import en from '../texts/en.json';
import ru from '../texts/ru.json';
import { createTranslator } from '#lib/translate.ts';
import { addedWords } from './added-words.ts';

const texts = { en, ru };
const wordsIn = (language: 'en' | 'ru') => createTranslator({ language, find: () => texts[language] }, 'mailings');

describe('summary of added people', () => {
  it('[MAIL-042] [SEQ-031] lists only counts that need attention', () => {
    const t = wordsIn('en');
    expect(addedWords(t, { name: 'Go', added: 3 }, { skipped: 0, without_email: 1, opened_contacts: 2 })).toBe(
      '3 people added to “Go”. 1 has no email address yet. 2 contacts opened',
    );
    expect(addedWords(t, { name: 'Go', added: 1 }, { skipped: 2 })).toBe('1 person added to “Go”. 2 were already there');
    expect(addedWords(t, { name: 'Go', added: 0 }, { skipped: 2 })).toBe('Everyone was already there');
  });

  it.each([
    ['en', '1 person added to “Go”. The monthly limit of contacts is used up, the other contacts stay closed'],
    ['ru', '1 человек добавлен в «Go». Месячный лимит контактов исчерпан, остальные контакты не открыты'],
  ] as const)('[CONT-021] reports that the limit ended the opening of contacts, in %s', (language, expected) => {
    expect(addedWords(wordsIn(language), { name: 'Go', added: 1 }, { contact_limit_reached: true })).toBe(expected);
  });
});

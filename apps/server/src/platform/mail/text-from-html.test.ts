import { expect, it } from 'vitest';
import { textFromHtml } from './text-from-html.ts';

it('[SEND-009] writes the content of the HTML as text', () => {
  const html =
    '<h1>Вакансия</h1><p>Здравствуйте, <b>Пётр</b>!</p><ul><li>Берлин</li><li>Go</li></ul><p><a href="https://a.test/x">Подробнее</a><img src="x.png" alt="logo"></p>';
  expect(textFromHtml(html)).toBe('Вакансия\n\nЗдравствуйте, Пётр!\n\n- Берлин\n- Go\n\nПодробнее (https://a.test/x)');
});

it('[EDIT-035] keeps invisible characters of a name', () => {
  expect(textFromHtml('<p>An\u200bna</p>')).toBe('An\u200bna');
});

import { expect, it } from 'vitest';
import { emailKind } from './email-kind.ts';

it('[CONT-002] is personal for addresses of public mail services, and corporate for others', () => {
  for (const personal of ['ada@gmail.com', 'Ada@Yandex.RU', 'ada@yahoo.co.uk', 'ada@mail.ru', 'ada@proton.me'])
    expect(emailKind(personal)).toBe('personal');
  for (const corporate of ['ada@looms.test', 'ada@mail.looms.test', 'ada@me.looms.test', 'ada@mailru.example', 'ada'])
    expect(emailKind(corporate)).toBe('corporate');
});

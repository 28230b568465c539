import { describe, expect, it } from 'vitest';
import type { Bearing } from './bearing.ts';
import { mailboxKey, readEmail } from './email.ts';
import { linkKey, readLinkKey } from './link.ts';
import { phoneBearing } from './phone.ts';
import { readTelegram, telegramKey } from './telegram.ts';

const distinct = (keys: readonly (string | undefined)[]) => new Set(keys).size;

/** Spellings of each page. */
const pages: Record<string, string[]> = {
  LinkedIn: [
    'https://www.linkedin.com/in/jane-quirk',
    'http://linkedin.com/in/jane-quirk/',
    'linkedin.com/in/Jane-Quirk',
    'https://ru.linkedin.com/in/jane-quirk',
    'https://www.linkedin.com/in/jane-quirk?trk=public_profile',
    'https://www.linkedin.com/in/jane-quirk/?originalSubdomain=ru',
    'https://www.linkedin.com/in/jane-quirk/en',
    'https://www.linkedin.com/in/jane-quirk/details/experience/',
    'https://m.linkedin.com/in/jane-quirk#about',
    'https://www.linkedin.com/mwlite/in/jane-quirk',
  ],
  'LinkedIn with letters': ['https://www.linkedin.com/in/%D0%B8%D0%B2%D0%B0%D0%BD', 'https://ru.linkedin.com/in/иван/'],
  'old LinkedIn': ['http://www.linkedin.com/pub/jane-quirk/1/2b/3c', 'https://de.linkedin.com/pub/jane-quirk/1/2b/3c/?trk=x'],
  GitHub: [
    'https://github.com/jquirk',
    'github.com/JQuirk/',
    'https://github.com/jquirk?tab=repositories',
    'https://www.github.com/jquirk#readme',
  ],
  VK: ['https://vk.com/jquirk', 'https://m.vk.com/jquirk', 'vk.ru/jquirk', 'http://vkontakte.ru/jquirk', 'https://vk.com/jquirk?w=wall1_2'],
  'VK by number': ['https://vk.com/id12345', 'https://m.vk.com/id12345?from=search'],
  Facebook: [
    'https://www.facebook.com/jane.quirk',
    'https://m.facebook.com/jane.quirk/about',
    'https://ru-ru.facebook.com/jane.quirk',
    'fb.com/jane.quirk?ref=x',
  ],
  'Facebook by number': [
    'https://www.facebook.com/profile.php?id=100012',
    'https://m.facebook.com/profile.php?v=info&id=100012',
    'https://www.facebook.com/people/Jane-Quirk/100012/',
  ],
  Instagram: ['https://www.instagram.com/jane.quirk/', 'instagram.com/jane.quirk?igshid=1', 'https://instagram.com/_u/jane.quirk'],
  Twitter: [
    'https://twitter.com/jquirk',
    'https://x.com/jquirk',
    'https://mobile.twitter.com/jquirk?s=20',
    'https://twitter.com/@jquirk',
    'https://twitter.com/jquirk/status/1',
  ],
  Telegram: [
    'https://t.me/jane_quirk',
    't.me/@jane_quirk',
    'https://telegram.me/jane_quirk',
    'telegram.dog/jane_quirk',
    'https://t.me/s/jane_quirk',
    'https://jane_quirk.t.me',
    'https://t.me/jane_quirk?start=1',
  ],
  Habr: [
    'https://habr.com/ru/users/jquirk/',
    'https://habr.com/users/jquirk/posts/',
    'https://habrahabr.ru/users/jquirk',
    'https://m.habr.com/en/users/jquirk/',
  ],
  'Habr Career': ['https://career.habr.com/jquirk', 'https://moikrug.ru/jquirk', 'https://career.habr.com/jquirk/friends'],
  HeadHunter: [
    'https://hh.ru/resume/00ab12',
    'https://spb.hh.ru/resume/00ab12?query=x',
    'https://hh.kz/resume/00ab12',
    'https://headhunter.kg/resume/00ab12',
  ],
  'Stack Overflow': [
    'https://stackoverflow.com/users/42/jane-quirk',
    'https://stackoverflow.com/users/42',
    'https://stackoverflow.com/users/42/other?tab=profile',
  ],
  Medium: [
    'https://medium.com/@jquirk',
    'https://medium.com/@jquirk/a-post-1',
    'https://jquirk.medium.com',
    'https://jquirk.medium.com/about',
  ],
  Behance: ['https://www.behance.net/jquirk', 'behance.net/jquirk/projects'],
  Xing: ['https://www.xing.com/profile/Jane_Quirk', 'https://www.xing.com/profile/Jane_Quirk/cv', 'https://xing.to/jane_quirk'],
  YouTube: ['https://www.youtube.com/@jquirk', 'https://m.youtube.com/@jquirk/videos'],
  'a site of its own': ['https://quirk.dev/cv', 'http://www.quirk.dev/cv/', 'quirk.dev/CV#skills'],
};

/** Pages that differ from those above and from each other. */
const others = [
  'https://www.linkedin.com/in/jane-quirk-2',
  'https://www.linkedin.com/company/jane-quirk',
  'https://github.com/jquirk/tool',
  'https://gitlab.com/jquirk',
  'https://ru.stackoverflow.com/users/42/jane-quirk',
  'https://vk.com/club12345',
  'https://t.me/jane_quirk/15',
  'https://t.me/joinchat/AbCdEf',
  'https://www.facebook.com/groups/jane.quirk',
  'https://habr.com/ru/articles/1',
  'https://www.behance.net/gallery/1/jquirk',
  'https://quirk.dev/',
  'https://quirk.dev/cv?lang=ru',
];

describe('links', () => {
  it.each(Object.entries(pages))('%s has one key in all spellings', (_site, spellings) => {
    expect(new Set(spellings.map(linkKey)).size).toBe(1);
  });

  it('keeps different pages apart', () => {
    const keys = [...Object.values(pages).map(([first = '']) => linkKey(first)), ...others.map(linkKey)];
    expect(distinct(keys)).toBe(keys.length);
  });

  it('returns a key unchanged', () => {
    for (const url of [...Object.values(pages).flat(), ...others]) expect(linkKey(linkKey(url))).toBe(linkKey(url));
  });

  it.each<[Bearing, string[]]>([
    [
      'personal',
      [
        ...Object.values(pages)
          .flatMap(([first = '']) => first)
          .filter((url) => !url.includes('quirk.dev')),
        'https://jquirk.github.io',
        'https://acme.test/team/jane-quirk',
        'https://acme.test/~jane',
        'https://dou.ua/users/jane/',
      ],
    ],
    [
      'shared',
      [
        'https://acme.test',
        'https://www.behance.net/',
        'https://acme.test/team',
        'https://acme.test/en/about-us/',
        'https://www.linkedin.com/company/acme',
        'https://github.com/acme/tool',
        'https://t.me/joinchat/AbCdEf',
        'https://t.me/s/',
        'https://vk.com/club12345',
        'https://play.google.com/store/apps/details?id=test.acme',
        'https://habr.com/ru/articles/1',
        'https://career.habr.com/companies/acme',
        'https://x.com/home',
        'https://facebook.com/photo.php?fbid=1',
        'https://vk.com/away.php?to=x',
        'https://link.medium.com/abc',
        'https://www.linkedin.com/in/me',
        'https://career.habr.com/profile',
      ],
    ],
    ['uncertain', ['https://acme.test/products/rocket', 'https://quirk.dev/cv']],
  ])('%s', (bearing, urls) => {
    expect(urls.map((url) => [url, readLinkKey(url).bearing])).toEqual(urls.map((url) => [url, bearing]));
  });
});

describe('e-mail addresses', () => {
  it.each([
    ['Gmail', ['jane.quirk@gmail.com', 'JaneQuirk@googlemail.com', 'j.a.n.e.quirk+jobs@gmail.com']],
    ['Yandex', ['jane.quirk@yandex.ru', 'jane-quirk@ya.ru', 'Jane.Quirk@yandex.com', 'jane.quirk+a@yandex.by']],
    ['Proton', ['jane.quirk@protonmail.com', 'janequirk@pm.me', 'jane_quirk@proton.me']],
    ['Apple', ['jane@me.com', 'jane@icloud.com', 'jane@mac.com']],
    ['a domain in letters', ['jane@пример.рф', 'jane@xn--e1afmkfd.xn--p1ai']],
    [
      'pasted forms',
      [
        'jane@acme.test',
        'mailto:jane@acme.test',
        'Jane Quirk <jane@acme.test>',
        ' jane@acme.test\u200B',
        'ja\u00ADne@acme.test',
        'ｊane@acme.test',
      ],
    ],
  ])('%s: one mailbox has one key', (_name, spellings) => {
    expect(new Set(spellings.map(mailboxKey)).size).toBe(1);
  });

  it('keeps different mailboxes apart', () => {
    const addresses = [
      'jane.quirk@acme.test',
      'janequirk@acme.test',
      'janequirk+a@acme.test',
      'janequirk@gmail.com',
      'janequirk@ya.ru',
      'jane@mail.ru',
      'jane@bk.ru',
    ];
    expect(distinct(addresses.map(mailboxKey))).toBe(addresses.length);
  });

  it('does not read a list of addresses as one', () => {
    for (const text of ['two1@x.test; two2@x.test', 'two1@x.test two2@x.test', 'two1@x.test,two2@x.test', 'jane', '', '@x.test']) {
      expect([text, readEmail(text)]).toEqual([text, undefined]);
    }
  });

  it.each<[Bearing, string[]]>([
    [
      'personal',
      [
        'a@startup.io',
        'abc@startup.io',
        '12345@qq.com',
        '100@163.com',
        'jane@acme.test',
        'jane.quirk@gmail.com',
        'office.mary@gmail.com',
        'hrant@acme.test',
        'nonette@acme.test',
        'tester.jane@acme.test',
      ],
    ],
    ['shared', ['hr@acme.test', 'info@acme.test', 'jobs-berlin@acme.test', 'hr.team@acme.test', 'office@gmail.com', 'rabota@acme.ru']],
    [
      'placeholder',
      [
        'none@none.com',
        '123@mail.ru',
        'aaa@gmail.com',
        'a@a.com',
        '123@123.com',
        'noemail@acme.test',
        'no-email@acme.test',
        'test@test.com',
        'test12@acme.test',
        'na@acme.test',
        'not.provided@acme.test',
        'xxx@xxx.xx',
        'email@acme.test',
        'asdf@asdf.com',
      ],
    ],
  ])('%s', (bearing, addresses) => {
    expect(addresses.map((address) => [address, readEmail(address)?.bearing])).toEqual(addresses.map((address) => [address, bearing]));
  });
});

describe('accounts of Telegram', () => {
  it('reads a name in every spelling', () => {
    const spellings = [
      '@jane_quirk',
      'jane_quirk',
      'Jane_Quirk',
      'https://t.me/jane_quirk',
      't.me/@jane_quirk',
      'http://www.telegram.me/jane_quirk/',
      'telegram.dog/jane_quirk',
      'https://t.me/s/jane_quirk',
      'https://jane_quirk.t.me',
      'tg://resolve?domain=jane_quirk',
      'https://t.me/jane_quirk?start=x',
      '\u200B@jane_quirk ',
      '＠jane_quirk',
    ];
    expect(spellings.map((text) => [text, telegramKey(text)])).toEqual(spellings.map((text) => [text, 'jane_quirk']));
  });

  it('reads a number with its +', () => {
    expect(['+7 999 555-01-71', 'https://t.me/+79995550171', 'tg://resolve?phone=79995550171'].map(readTelegram)).toEqual(
      Array.from({ length: 3 }, () => ({ phone: '+79995550171' })),
    );
  });

  it('reads no account from an invitation, a post or another address', () => {
    const addresses = [
      'https://t.me/joinchat/AbCdEf',
      'https://t.me/+AbCdEf',
      'https://t.me/share/url?url=x',
      'https://t.me/addstickers/Cats',
      'https://t.me/addlist/x',
      'https://t.me/c/12/3',
      'https://t.me/channel/123',
      'https://t.me/s/channel/123',
      'https://t.me/proxy?server=x',
      'https://t.me/',
      'https',
      'http',
      'www',
      'https://acme.test/jane_quirk',
      'jane quirk',
      '',
      'a'.repeat(100),
      'jan',
      '1jane',
      'https://t.me/iv?url=x',
      'https://t.me/$abc',
      'tg://resolve?domain=share',
      'tg://join?invite=x',
    ];
    expect(addresses.map((text) => [text, readTelegram(text)])).toEqual(addresses.map((text) => [text, undefined]));
  });
});

describe('telephone numbers', () => {
  it.each(['79127777777', '6588888888', '79123456789', '74951234567'])('%s is a number', (digits) => {
    expect(phoneBearing(digits)).toBe('shared');
  });

  it.each(['0000000', '1234567890', '71234567890', '79000000000', '79999999999', '380999999999', '11111111'])(
    '%s is invented',
    (digits) => {
      expect(phoneBearing(digits)).toBe('placeholder');
    },
  );
});

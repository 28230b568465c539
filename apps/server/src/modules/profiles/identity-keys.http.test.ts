import { expect, it } from 'vitest';
import { mailboxKey } from '@headwater/domain/identity/email';
import { linkKey, readLinkKey } from '@headwater/domain/identity/link';
import { useSharedInstallation } from '../../../test/installation.ts';

const here = useSharedInstallation();

const reservedPages = [
  'https://www.facebook.com/photo.php?fbid=1&set=a.2',
  'https://m.facebook.com/story.php?story_fbid=1',
  'https://www.facebook.com/photo/?fbid=1',
  'https://www.facebook.com/public/Jane-Quirk',
  'https://facebook.com/pg/acme/about',
  'https://facebook.com/reel/1',
  'https://facebook.com/hashtag/hiring',
  'https://vk.com/away.php?to=x',
  'https://vk.com/clips/jane',
  'https://vk.com/clip-1_2',
  'https://link.medium.com/abc',
  'https://cdn-images-1.medium.com/abc',
  'https://instagram.com/invites/contact/?i=1',
  'https://www.linkedin.com/in/me/',
  'https://career.habr.com/profile',
  'https://habr.com/ru/users/page2/',
  'https://github.com/settings/profile',
  'https://x.com/settings/account',
  'https://t.me/call/abc',
  'https://hh.ru/resume/edit',
  'https://www.behance.net/search/users',
  'https://dribbble.com/session/new',
  'https://www.kaggle.com/rankings',
  'https://www.xing.com/profile/my_profile',
];

const links = [
  'https://ru.linkedin.com/in/Jane-Quirk?trk=public_profile',
  'https://www.linkedin.com/pub/jane-quirk/1/2b/3c/?trk=x',
  'https://de.linkedin.com/company/acme/life',
  'https://www.linkedin.com/in/%D0%B8%D0%B2%D0%B0%D0%BD/',
  'https://github.com/JQuirk?tab=repositories',
  'https://github.com/orgs/acme',
  'https://gitlab.com/jquirk/tool',
  'https://m.facebook.com/profile.php?v=info&id=100012',
  'https://www.facebook.com/people/Jane/100012/',
  'https://fb.me/jane.quirk',
  'https://www.facebook.com/groups/x',
  'https://m.vk.com/id12345?from=search',
  'https://vk.com/club12345',
  'https://vk.com/feed',
  'https://ok.ru/profile/123?x=1',
  'https://instagram.com/_u/jane.quirk',
  'https://instagram.com/p/abc',
  'https://x.com/jquirk/status/1',
  'https://x.com/home',
  'https://jane_quirk.t.me',
  'https://t.me/s/jane_quirk',
  'https://t.me/joinchat/AbCdEf',
  'https://t.me/c/12/3',
  'https://telegram.me/jane_quirk?start=1',
  'https://m.habr.com/en/users/jquirk/',
  'https://moikrug.ru/jquirk',
  'https://career.habr.com/companies/acme',
  'https://spb.hh.ru/resume/00ab12?query=x',
  'https://rabota.by/resume/00ab12',
  'https://stackoverflow.com/users/42/jane',
  'https://ru.stackoverflow.com/users/42/jane?tab=x',
  'https://jquirk.medium.com/about',
  'https://medium.com/@jquirk/post',
  'https://www.behance.net/gallery/1/x',
  'https://dribbble.com/jquirk',
  'https://www.kaggle.com/jquirk/code',
  'https://www.xing.com/profile/Jane_Quirk/cv',
  'https://m.youtube.com/@jquirk/videos',
  'https://www.youtube.com/watch?v=1',
  ...reservedPages,
  'https://acme.test/c\uFE0Fv',
  'https://acme.test',
  'HTTP://WWW.Acme.test/Team/',
  'acme.test/cv?lang=ru#skills',
  ' https://acme.test/c\u00ADv\u200B ',
  'ftp://acme.test/x',
  '',
  '/',
  'https://xacme.test/in/jane',
  'https://t.co/abc',
];

it('[BAN-010] a page has the same key in code and in the database', async () => {
  const rows = await here.sql<{ url: string; key: string; again: string }>(
    'select url, headwater_link_key(url) as key, headwater_link_key(headwater_link_key(url)) as again from unnest($1::text[]) as url',
    [links],
  );
  expect(rows).toEqual(links.map((url) => ({ url, key: linkKey(url), again: linkKey(url) })));
});

const addresses = [
  'Jane.Quirk+jobs@GMail.com',
  'jane.quirk@googlemail.com',
  'jane.quirk@ya.ru',
  'jane-quirk+a@yandex.com.tr',
  'jane_quirk@protonmail.ch',
  'jane+x@mac.com',
  'jane+x@hotmail.com',
  '+x@gmail.com',
  'jane.quirk+a@acme.test',
  'Jane@Пример.РФ',
  'почта@пример.рф',
  'jane@bücher.example',
];

it('[DEC-05] a mailbox has the same key in code and in the database', async () => {
  const rows = await here.sql<{ address: string; key: string }>(
    'select address, headwater_address_key(address) as key from unnest($1::text[]) as address',
    [addresses],
  );
  expect(rows).toEqual(addresses.map((address) => ({ address, key: mailboxKey(address) })));
});

it('pages without an account differ by their parameters and identify no person', () => {
  const bearings = reservedPages.map((url) => readLinkKey(url).bearing);
  expect(new Set(bearings)).toEqual(new Set(['shared']));
  expect(linkKey('https://www.facebook.com/photo.php?fbid=1')).not.toBe(linkKey('https://www.facebook.com/photo.php?fbid=2'));
});

import { decodedLink } from '../profiles/decoded-link.ts';
import { type Bearing, cleanValue } from './bearing.ts';

/** A rule of a site: addresses that match are one page, with one key. */
interface LinkRule {
  pattern: string;
  /** Of the key; \1 is the first group. */
  key: string;
  bearing: Bearing;
}

const country = String.raw`(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?`;
const rest = '(?:[/?].*)?$';
const not = (...words: string[]) => `(?!(?:${words.join('|')})(?:[/?]|$))`;
const account = (site: string, { key, name = '[^/?]+' }: { key: string; name?: string }): LinkRule => ({
  pattern: `^${site}(${name})${rest}`,
  key: String.raw`${key}\1`,
  bearing: 'personal',
});

/**
 * Sites that name an account in the address, the first match wins. A pattern reads an address in lower case without scheme, www, fragment and trailing slashes.
 * PostgreSQL has the same rules (`headwater_link_key`), so patterns use only what both kinds of regular expressions know.
 */
export const linkRules: readonly LinkRule[] = [
  account(String.raw`${country}linkedin\.com/(?:m/|mwlite/|comm/)*in/`, { key: 'linkedin.com/in/' }),
  {
    pattern: String.raw`^${country}linkedin\.com/(?:m/|mwlite/)*pub/([^?]*[^/?])/*(?:\?.*)?$`,
    key: String.raw`linkedin.com/pub/\1`,
    bearing: 'personal',
  },
  {
    pattern: String.raw`^${country}linkedin\.com/(company|school|showcase|groups|jobs)/([^/?]+)${rest}`,
    key: String.raw`linkedin.com/\1/\2`,
    bearing: 'shared',
  },
  // A repository is a page of its own: people name those of their employers too.
  {
    pattern: String.raw`^(?:m\.)?(github\.com|gitlab\.com|bitbucket\.org)/${not('orgs', 'topics', 'about', 'features', 'explore', 'marketplace', 'sponsors', 'collections', 'apps', 'login', 'search', 'trending', 'enterprise', 'groups', 'dashboard', 'users')}([a-z0-9_.-]+)/*(?:\?.*)?$`,
    key: String.raw`\1/\2`,
    bearing: 'personal',
  },
  {
    pattern: String.raw`^${country}(?:facebook|fb)\.com/profile\.php\?(?:.*&)?id=([0-9]+).*$`,
    key: String.raw`facebook.com/\1`,
    bearing: 'personal',
  },
  account(String.raw`${country}(?:facebook|fb)\.com/people/[^/?]+/`, { key: 'facebook.com/', name: '[0-9]+' }),
  account(
    String.raw`${country}(?:facebook\.com|fb\.com|fb\.me)/${not('groups', 'pages', 'events', 'people', 'watch', 'marketplace', 'sharer', 'share', 'help', 'business', 'login', 'profile.php', 'sharer.php', 'permalink.php', 'story.php')}`,
    { key: 'facebook.com/', name: '[a-z0-9.]+' },
  ),
  account(
    String.raw`(?:m\.|new\.)?(?:vk\.com|vk\.ru|vkontakte\.ru)/${not('feed', 'search', 'video', 'videos', 'audio', 'docs', 'app', 'apps', 'jobs', 'im', 'groups', 'market', 'share.php')}${'(?!(?:wall|club|public|event|topic|photo|album|video|doc|app)-?[0-9])'}`,
    {
      key: 'vk.com/',
      name: '[a-z0-9_.]+',
    },
  ),
  account(String.raw`(?:m\.)?(?:ok|odnoklassniki)\.ru/profile/`, { key: 'ok.ru/profile/', name: '[0-9]+' }),
  account(
    String.raw`${country}(?:instagram\.com|instagr\.am)/(?:_u/)?${not('p', 'reel', 'reels', 'explore', 'stories', 'tv', 'accounts', 'direct')}`,
    {
      key: 'instagram.com/',
      name: '[a-z0-9_.]+',
    },
  ),
  account(String.raw`${country}(?:twitter|x)\.com/@?${not('home', 'search', 'hashtag', 'i', 'intent', 'share', 'explore', 'login')}`, {
    key: 'twitter.com/',
    name: '[a-z0-9_]+',
  }),
  { pattern: String.raw`^([a-z][a-z0-9_]{3,31})\.t\.me(?:\?.*)?$`, key: String.raw`t.me/\1`, bearing: 'personal' },
  {
    pattern: String.raw`^(?:t\.me|telegram\.me|telegram\.dog)/(?:s/)?@?${not('joinchat', 'share', 'addstickers', 'addemoji', 'addlist', 'addtheme', 'proxy', 'socks', 'login', 'confirmphone', 'contact', 'boost', 'giftcode', 'invoice', 'setlanguage', 'bg', 'iv', 'c', 's', 'm', 'nft')}([a-z][a-z0-9_]{3,31})/*(?:\?.*)?$`,
    key: String.raw`t.me/\1`,
    bearing: 'personal',
  },
  { pattern: String.raw`^(?:t\.me|telegram\.me|telegram\.dog)/([^?]*[^/?])/*(?:\?.*)?$`, key: String.raw`t.me/\1`, bearing: 'shared' },
  account(String.raw`(?:m\.)?(?:habr\.com|habrahabr\.ru)/(?:[a-z]{2}/)?users/`, { key: 'habr.com/users/' }),
  account(
    String.raw`(?:career\.habr\.com|moikrug\.ru)/${not('companies', 'vacancies', 'resumes', 'salaries', 'education', 'experts', 'users', 'journal')}`,
    { key: 'career.habr.com/' },
  ),
  account(String.raw`(?:[a-z-]+\.)?(?:hh\.(?:ru|kz|uz)|headhunter\.(?:kg|ge)|rabota\.by|jobs\.tut\.by)/resume/`, {
    key: 'hh.ru/resume/',
    name: '[a-z0-9]+',
  }),
  account(String.raw`(?:m\.)?stackoverflow\.com/users/`, { key: 'stackoverflow.com/users/', name: '[0-9]+' }),
  {
    pattern: String.raw`^([a-z]{2}\.stackoverflow\.com|[a-z]+\.stackexchange\.com|superuser\.com|serverfault\.com)/users/([0-9]+)${rest}`,
    key: String.raw`\1/users/\2`,
    bearing: 'personal',
  },
  account(String.raw`(?:m\.)?medium\.com/@`, { key: 'medium.com/@' }),
  { pattern: String.raw`^([a-z0-9-]+)\.medium\.com${rest}`, key: String.raw`medium.com/@\1`, bearing: 'personal' },
  account(String.raw`behance\.net/${not('gallery', 'search', 'joblist', 'galleries', 'live', 'collection', 'hire')}`, {
    key: 'behance.net/',
  }),
  account(String.raw`dribbble\.com/${not('shots', 'jobs', 'search', 'tags', 'designers', 'teams', 'stories', 'learn')}`, {
    key: 'dribbble.com/',
  }),
  account(
    String.raw`kaggle\.com/${not('datasets', 'code', 'competitions', 'c', 'models', 'learn', 'discussions', 'search', 'organizations')}`,
    { key: 'kaggle.com/' },
  ),
  account(String.raw`(?:xing\.com/profile|xing\.to)/`, { key: 'xing.com/profile/' }),
  account(String.raw`(?:m\.)?youtube\.com/`, { key: 'youtube.com/', name: '@[^/?]+|(?:channel|c|user)/[^/?]+' }),
];

interface CompiledRule extends Pick<LinkRule, 'bearing'> {
  pattern: RegExp;
  replacement: string;
}
const compiled: readonly CompiledRule[] = linkRules.map(({ pattern, key, bearing }) => ({
  pattern: new RegExp(pattern),
  replacement: key.replaceAll(/\\(\d)/g, '$$$1'),
  bearing,
}));

const longestKey = 500;

/** No scheme, www, fragment and trailing slash; lower case; letters decoded. */
const bareLink = (url: string): string =>
  (decodedLink(url).trim().split('#')[0] ?? '')
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** Hosts on which a page is somebody's, and sites of named accounts, on which every other page is nobody's. */
const accountSites =
  /^(?:[a-z0-9-]+\.)*(?:linkedin\.com|github\.com|gitlab\.com|bitbucket\.org|facebook\.com|fb\.com|vk\.com|vk\.ru|vkontakte\.ru|ok\.ru|instagram\.com|twitter\.com|x\.com|t\.me|telegram\.me|telegram\.dog|habr\.com|moikrug\.ru|hh\.ru|stackoverflow\.com|medium\.com|behance\.net|dribbble\.com|kaggle\.com|xing\.com|youtube\.com|youtu\.be|play\.google\.com|apps\.apple\.com|itunes\.apple\.com)(?:[/?]|$)/;
const userHosts =
  /^[a-z0-9-]+\.(?:github\.io|gitlab\.io|blogspot\.com|wordpress\.com|livejournal\.com|tumblr\.com|substack\.com|carrd\.co|about\.me|notion\.site|wixsite\.com|netlify\.app|vercel\.app|hashnode\.dev)(?:[/?]|$)/;
const userPath =
  /^[^/]+\/(?:.*\/)?(?:~[^/?]+|@[^/?]+|(?:in|u|user|users|profile|profiles|people|person|member|members|author|authors|resume|cv|team|staff)\/[^/?]+)\/*(?:\?.*)?$/;
const sharedPage =
  /\/(?:team|our-team|about|about-us|aboutus|company|contacts?|contact-us|careers?|jobs?|vacanc(?:y|ies)|people|staff|employees|management|leadership|impressum|imprint|legal|index\.(?:html?|php)|home|main|o-nas|o-kompanii|kontakty|komanda|vakansii|sotrudniki)\/*(?:\?.*)?$/;

export interface ReadLink {
  /** Equal for all spellings of one page, 500 characters at most. */
  key: string;
  bearing: Bearing;
}

/** The key of a page, and whose it is. An empty key where nothing is left of the address. */
export function readLinkKey(url: string): ReadLink {
  const bare = bareLink(cleanValue(url));
  const rule = compiled.find(({ pattern }) => pattern.test(bare));
  if (rule) return { key: bare.replace(rule.pattern, rule.replacement).slice(0, longestKey), bearing: rule.bearing };
  const key = bare.slice(0, longestKey);
  if (!bare.includes('/') && userHosts.test(bare)) return { key, bearing: 'personal' };
  if (!bare.includes('/') || accountSites.test(bare) || sharedPage.test(bare)) return { key, bearing: 'shared' };
  return { key, bearing: userPath.test(bare) || userHosts.test(bare) ? 'personal' : 'uncertain' };
}

/** What all spellings of one page share. */
export const linkKey = (url: string): string => readLinkKey(url).key;

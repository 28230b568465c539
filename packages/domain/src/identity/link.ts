import { decodedLink } from '../profiles/decoded-link.ts';
import { type Bearing, cleanValue } from './bearing.ts';
import { reservedAtTelegram } from './telegram.ts';

/** Addresses that match are one page with one key. */
interface LinkRule {
  pattern: string;
  /** Replacement for the match; \1 is the first group. */
  key: string;
  bearing: Bearing;
}

const country = String.raw`(?:[a-z]{2,3}\.|[a-z]{2}-[a-z]{2}\.|m\.|mobile\.|touch\.|web\.|mbasic\.)?`;
const rest = '(?:[/?].*)?$';
const not = (names: string) =>
  `(?!(?:${names
    .trim()
    .split(/\s+/)
    .join('|')
    .replaceAll('.', String.raw`\.`)})(?:[/?]|$))`;
const notScript = String.raw`(?![a-z_]+\.php(?:[/?]|$))`;

/** First path segments of each site that name no account. */
const reserved = {
  linkedin: 'me edit unavailable',
  code: `about account admin api apps blog business careers codespaces collections community contact copilot customer-stories dashboard discussions enterprise
    events explore features gist groups help issues join login logout marketplace mobile models new nonprofit notifications organizations orgs partners
    password_reset pricing product projects public pulls readme repo resources search security sessions settings signup site snippets solutions sponsors
    stars stories support team teams topics trending users watching why-github`,
  facebook: `about ads adsmanager ajax badges bookmarks business campaign careers checkpoint comment developers dialog directory donate events feed flx
    friends fundraisers games gaming groups hashtag help home jobs legal lists lite live local login marketplace me media memories messages mobile notes
    notifications offers page pages people permalink pg photo photos places plugins policies post posts privacy public recover reel reels reg saved search
    settings share sharer signup status stories story terms video videos watch weather`,
  vk: `about ads adscreate album albums app apps audio audios biz blog board bookmarks bugs business calls clips data_protection dev doc docs donut edu event
    events faq fave feed friends games gifts groups help im jobs join liked live login mail market mini_apps mobile music newsfeed note notes notifications
    page pages payments people photo photos places playlist podcast podcasts poll privacy products reg restore search services settings share stickers
    stories story support terms topic video videos vkpay wall write`,
  instagram: `a about accounts ads api ar archive blog challenge channel create data developer direct directory download emails explore graphql guide igtv
    invites j legal lite n nametag oauth p popular press privacy push qr reel reels s session settings share shop shopping static stories terms topics tv
    web your_activity`,
  twitter: `about account bookmarks compose download en explore favorites followers following goodies hashtag help home i intent invitations jobs login logout
    mentions messages notifications oauth personalization premium privacy rules search settings share signup statuses tos verified welcome who_to_follow
    widgets`,
  habrCareer: `about account agreement api catalog companies conversations courses dashboard docs education experts favorites feedback friends help info jobs
    journal login logout messages notifications price pricing privacy profile profiles ratings register responses resumes salaries salary search services
    settings skills specializations terms users vacancies`,
  headHunter: 'add edit new search',
  medium: 'about api blog careers developers embed glyph help jobs legal link m miro partners policy press rsci status upload',
  behance: `about account activity adobelive api appreciations assets blog careers collection collections dev discover featured for_you galleries gallery hire
    inbox job joblist jobs live login misc moodboard onboarding privacy pro projects resources search settings signup subscriptions tools v2`,
  dribbble: `about account advertise animation branding colors contact courses designers faq following freelance-jobs goods help hire hiring illustration
    inspiration jobs learn marketplace meetups mobile podcast popular print privacy pro product-design projects recent resources search services session
    shots sign-up signup stories tags teams terms typography uploads web-design`,
  kaggle: `about account benchmark benchmarks c code competitions contact cookies datasets discussion discussions docs general getting-started host jobs kernels
    learn me models notebooks organizations privacy product-feedback progression questions-and-answers rankings search settings static submissions team terms`,
  xing: 'edit me my_profile settings',
};
const account = (site: string, { key, name = '[^/?]+' }: { key: string; name?: string }): LinkRule => ({
  pattern: `^${site}(${name})${rest}`,
  key: String.raw`${key}\1`,
  bearing: 'personal',
});

/**
 * Sites with an account in the address; the first match wins. Patterns read lower-case addresses
 * without scheme, www, fragment and trailing slashes, and use only syntax that PostgreSQL shares
 * (`headwater_link_key`).
 */
export const linkRules: readonly LinkRule[] = [
  account(String.raw`${country}linkedin\.com/(?:m/|mwlite/|comm/)*in/${not(reserved.linkedin)}`, { key: 'linkedin.com/in/' }),
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
  // A repository is a separate page: people also link those of their employers.
  {
    pattern: String.raw`^(?:m\.)?(github\.com|gitlab\.com|bitbucket\.org)/${not(reserved.code)}([a-z0-9_.-]+)/*(?:\?.*)?$`,
    key: String.raw`\1/\2`,
    bearing: 'personal',
  },
  {
    pattern: String.raw`^${country}(?:facebook|fb)\.com/profile\.php\?(?:.*&)?id=([0-9]+).*$`,
    key: String.raw`facebook.com/\1`,
    bearing: 'personal',
  },
  account(String.raw`${country}(?:facebook|fb)\.com/people/[^/?]+/`, { key: 'facebook.com/', name: '[0-9]+' }),
  account(String.raw`${country}(?:facebook\.com|fb\.com|fb\.me)/${notScript}${not(reserved.facebook)}`, {
    key: 'facebook.com/',
    name: '[a-z0-9.]+',
  }),
  account(
    String.raw`(?:m\.|new\.)?(?:vk\.com|vk\.ru|vkontakte\.ru)/${notScript}${not(reserved.vk)}${'(?!(?:wall|club|public|event|topic|photos?|albums?|videos?|docs?|app|audios?|clips?|story|playlist|page|note|board|market|product|podcast|gifts?|write|poll)-?[0-9])'}`,
    {
      key: 'vk.com/',
      name: '[a-z0-9_.]+',
    },
  ),
  account(String.raw`(?:m\.)?(?:ok|odnoklassniki)\.ru/profile/`, { key: 'ok.ru/profile/', name: '[0-9]+' }),
  account(String.raw`${country}(?:instagram\.com|instagr\.am)/(?:_u/)?${notScript}${not(reserved.instagram)}`, {
    key: 'instagram.com/',
    name: '[a-z0-9_.]+',
  }),
  account(String.raw`${country}(?:twitter|x)\.com/@?${not(reserved.twitter)}`, {
    key: 'twitter.com/',
    name: '[a-z0-9_]+',
  }),
  { pattern: String.raw`^([a-z][a-z0-9_]{3,31})\.t\.me(?:\?.*)?$`, key: String.raw`t.me/\1`, bearing: 'personal' },
  {
    pattern: String.raw`^(?:t\.me|telegram\.me|telegram\.dog)/(?:s/)?@?${not(reservedAtTelegram.join(' '))}([a-z][a-z0-9_]{3,31})/*(?:\?.*)?$`,
    key: String.raw`t.me/\1`,
    bearing: 'personal',
  },
  { pattern: String.raw`^(?:t\.me|telegram\.me|telegram\.dog)/([^?]*[^/?])/*(?:\?.*)?$`, key: String.raw`t.me/\1`, bearing: 'shared' },
  account(String.raw`(?:m\.)?(?:habr\.com|habrahabr\.ru)/(?:[a-z]{2}/)?users/(?!page[0-9]+(?:[/?]|$))`, { key: 'habr.com/users/' }),
  account(String.raw`(?:career\.habr\.com|moikrug\.ru)/${not(reserved.habrCareer)}`, { key: 'career.habr.com/' }),
  account(
    String.raw`(?:[a-z-]+\.)?(?:hh\.(?:ru|kz|uz)|headhunter\.(?:kg|ge)|rabota\.by|jobs\.tut\.by)/resume/${not(reserved.headHunter)}`,
    {
      key: 'hh.ru/resume/',
      name: '[a-z0-9]+',
    },
  ),
  account(String.raw`(?:m\.)?stackoverflow\.com/users/`, { key: 'stackoverflow.com/users/', name: '[0-9]+' }),
  {
    pattern: String.raw`^([a-z]{2}\.stackoverflow\.com|[a-z]+\.stackexchange\.com|superuser\.com|serverfault\.com)/users/([0-9]+)${rest}`,
    key: String.raw`\1/users/\2`,
    bearing: 'personal',
  },
  account(String.raw`(?:m\.)?medium\.com/@`, { key: 'medium.com/@' }),
  {
    pattern: String.raw`^(?!(?:cdn-[a-z0-9-]+|${reserved.medium.replaceAll(' ', '|')})\.)([a-z0-9-]+)\.medium\.com${rest}`,
    key: String.raw`medium.com/@\1`,
    bearing: 'personal',
  },
  account(String.raw`behance\.net/${not(reserved.behance)}`, {
    key: 'behance.net/',
  }),
  account(String.raw`dribbble\.com/${not(reserved.dribbble)}`, {
    key: 'dribbble.com/',
  }),
  account(String.raw`kaggle\.com/${not(reserved.kaggle)}`, { key: 'kaggle.com/' }),
  account(String.raw`(?:xing\.com/profile|xing\.to)/${not(reserved.xing)}`, { key: 'xing.com/profile/' }),
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

/** Lower case without scheme, www, fragment and trailing slash, and percent-decoded. */
const bareLink = (url: string): string =>
  (decodedLink(url).trim().split('#')[0] ?? '')
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:www\.)?/i, '')
    .replace(/\/+$/, '')
    .toLowerCase();

/** Hosts with personal pages and sites with accounts: every other page identifies no person. */
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

/** The key and the bearing of a page. An empty key if nothing of the address is left. */
export function readLinkKey(url: string): ReadLink {
  const bare = bareLink(cleanValue(url));
  const rule = compiled.find(({ pattern }) => pattern.test(bare));
  if (rule) return { key: bare.replace(rule.pattern, rule.replacement).slice(0, longestKey), bearing: rule.bearing };
  const key = bare.slice(0, longestKey);
  if (!bare.includes('/') && userHosts.test(bare)) return { key, bearing: 'personal' };
  if (!bare.includes('/') || accountSites.test(bare) || sharedPage.test(bare)) return { key, bearing: 'shared' };
  return { key, bearing: userPath.test(bare) || userHosts.test(bare) ? 'personal' : 'uncertain' };
}

/** Equal for all spellings of one page. */
export const linkKey = (url: string): string => readLinkKey(url).key;

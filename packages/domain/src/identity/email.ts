import { knownAddress } from '../mail/address.ts';
import { emailKind } from '../profiles/email-kind.ts';
import { type Bearing, cleanValue } from './bearing.ts';

export interface ReadEmail {
  /** Equal for all addresses of one mailbox. */
  key: string;
  address: string;
  bearing: Bearing;
}

interface Provider {
  domain: string;
  /** Removes ignored characters of the local part, or replaces equivalent ones. */
  fold?: (local: string) => string;
}

const withoutDots = (local: string) => local.replaceAll('.', '');
const gmail: Provider = { domain: 'gmail.com', fold: withoutDots };
const yandex: Provider = { domain: 'yandex.ru', fold: (local) => local.replaceAll('.', '-') };
const proton: Provider = { domain: 'proton.me', fold: (local) => local.replaceAll(/[._-]/g, '') };
const apple: Provider = { domain: 'icloud.com' };

/** Providers with several domains or spellings for one mailbox. Each delivers NAME+TAG to NAME. */
const providers = new Map<string, Provider>([
  ['gmail.com', gmail],
  ['googlemail.com', gmail],
  ...['ru', 'com', 'by', 'kz', 'ua', 'uz', 'az', 'fr', 'com.tr', 'com.ge', 'com.am', 'co.il'].map(
    (top) => [`yandex.${top}`, yandex] as const,
  ),
  ['ya.ru', yandex],
  ['narod.ru', yandex],
  ['proton.me', proton],
  ['protonmail.com', proton],
  ['protonmail.ch', proton],
  ['pm.me', proton],
  ['icloud.com', apple],
  ['me.com', apple],
  ['mac.com', apple],
  ...['outlook.com', 'hotmail.com', 'live.com', 'fastmail.com', 'hey.com'].map((domain) => [domain, { domain }] as const),
]);

/** Expects lower case and an ASCII domain. */
function keyOf(address: string): string {
  const at = address.lastIndexOf('@');
  const provider = providers.get(address.slice(at + 1));
  if (!provider) return address;
  const local = address.slice(0, at);
  const untagged = local.replace(/\+.*$/s, '');
  const folded = provider.fold?.(untagged) ?? untagged;
  return `${folded === '' ? local : folded}@${provider.domain}`;
}

/** Mailboxes that several people read. */
const offices = new Set(
  `accounting admin administrator all apply bewerbung bewerbungen billing buh career careers company contact contacts contato cv empleo enquiries everyone feedback finance
  frontdesk hello help hi hire hiring hr info inbox inquiry invoice job jobs kadr kadry karriere kontakt legal mail mailbox manager marketing noreply no-reply office ofis
  ok people personal personnel post postmaster press priemnaya rabota reception recruit recruiter recruiting recruitment recrutement resume resumes rh rrhh sales secretary
  service staff staffing support talent talents team vacancies vacancy vakansii webmaster welcome work zakaz`.split(/\s+/),
);

const placeholders =
  /^(?:no|none|null|nil|na|n\.?a|nan|undefined|unknown|empty|nobody|noname|anonymous|no[._-]?(?:e?-?mail|address|contact|data)|not?[._-]?(?:available|provided|known|specified|set|applicable)|(?:e-?)?mail|address|test(?:er|ing|mail|user)?\d*|testtest|example|sample|dummy|fake|temp|asdf\w{0,4}|asdasd|qwerty?|your[._-]?(?:name|e?mail)|my[._-]?e?mail|first(?:name)?[._-]?last(?:name)?|name[._-]?surname|net|netu|nety|otsutstvuet|pochta)$/;
/** Fillers that are also initials and account numbers of real people. */
const weak = /^(?:([a-z0-9])\1*|asd|qwe|abc\d*|aaa\d*|123\d*)$/;
/** Providers with numbers as mailbox names. */
const numbered = new Set('qq.com foxmail.com 163.com 126.com 139.com yeah.net'.split(' '));
const placeholderDomains = new Set(
  'none.com none.ru none.none no.com no.ru noemail.com no-email.com nomail.com noemail.net nomail.net nomail.ru noemail.ru noreply.com email.email mail.mail test.test test.com test.ru domain.com yourdomain.com example.com example.org example.net'.split(
    ' ',
  ),
);

function bearingOf(address: string): Bearing {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
  const isWeak = weak.test(local) && !numbered.has(domain) && (emailKind(address) !== 'corporate' || weak.test(domain.split('.')[0] ?? ''));
  if (placeholders.test(local) || placeholderDomains.has(domain) || isWeak) return 'placeholder';
  if (offices.has(local)) return 'shared';
  const [first = ''] = local.split(/[._+-]/);
  // At a public mail service, "office.mary" is as likely a person.
  return offices.has(first) && emailKind(address) === 'corporate' ? 'shared' : 'personal';
}

/** The address in brackets of "Jane Doe <jane@acme.test>", else the text. */
const inBrackets = (text: string): string => /<([^<>\s]+@[^<>\s]+)>/.exec(text)?.[1] ?? text;

/** Reads one e-mail address in any common spelling. Undefined where the text is none, or holds several. */
export function readEmail(text: string): ReadEmail | undefined {
  const address = knownAddress(inBrackets(cleanValue(text).normalize('NFKC')));
  if (address === null) return undefined;
  const lower = address.toLowerCase();
  return { key: keyOf(lower), address, bearing: bearingOf(lower) };
}

/** Equal for all addresses of one mailbox. A text that is no address is its own key. */
export const mailboxKey = (text: string): string => readEmail(text)?.key ?? text.trim().toLowerCase();

/** PROF-058, PROF-059 */
const sites: readonly (readonly [string, string])[] = [
  ['linkedin.com', 'LinkedIn'],
  ['career.habr.com', 'Career Habr'],
  ['habr.com', 'Habr'],
  ['github.com', 'GitHub'],
  ['hh.ru', 'HH'],
  ['vk.com', 'VK'],
  ['facebook.com', 'Facebook'],
  ['stackoverflow.com', 'Stack Overflow'],
  ['kaggle.com', 'Kaggle'],
  ['twitter.com', 'Twitter'],
  ['x.com', 'Twitter'],
  ['t.me', 'Telegram'],
  ['medium.com', 'Medium'],
  ['behance.net', 'Behance'],
  ['dribbble.com', 'Dribbble'],
  ['gitlab.com', 'GitLab'],
  ['bitbucket.org', 'Bitbucket'],
  ['xing.com', 'Xing'],
  ['youtube.com', 'YouTube'],
  ['instagram.com', 'Instagram'],
];

export function readLink(address: string): { url: string; domain: string } | undefined {
  const text = address.trim();
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return undefined;
  const { protocol, hostname, username, href } = new URL(whole);
  if (!/^https?:$/.test(protocol) || username !== '' || !/^[^.].*\.[^.]+$/.test(hostname)) return undefined;
  return { url: href, domain: hostname.replace(/^www\./, '').slice(0, 255) };
}

export function siteLabel(domain: string): string {
  const host = domain.toLowerCase().replace(/^www\./, '');
  return sites.find(([known]) => host === known || host.endsWith(`.${known}`))?.[1] ?? host;
}

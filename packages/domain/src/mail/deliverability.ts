export type CheckState = 'ok' | 'warn' | 'bad' | 'unknown';

export interface DnsFix {
  host: string;
  type: 'TXT';
  value: string;
}

export interface DomainCheck {
  name: 'spf' | 'dkim' | 'dmarc' | 'alignment';
  state: CheckState;
  code: string;
  found: string | null;
  fix: DnsFix | null;
}

/** TXT records by name; null where the name servers did not answer. */
export type TxtAnswers = ReadonlyMap<string, readonly string[] | null>;

interface Service {
  host: RegExp;
  spf: string;
  selectors: readonly string[];
}

const services: readonly Service[] = [
  { host: /(^|\.)(gmail|google|googlemail)\.com$/, spf: '_spf.google.com', selectors: ['google'] },
  { host: /(^|\.)(office365|outlook|hotmail)\.com$/, spf: 'spf.protection.outlook.com', selectors: ['selector1', 'selector2'] },
  { host: /(^|\.)yandex\.(ru|com|net)$/, spf: '_spf.yandex.net', selectors: ['mail'] },
  { host: /(^|\.)mail\.ru$/, spf: '_spf.mail.ru', selectors: ['mailru'] },
  { host: /(^|\.)(fastmail|messagingengine)\.com$/, spf: 'spf.messagingengine.com', selectors: ['fm1', 'fm2', 'fm3'] },
  { host: /(^|\.)zoho\.(com|eu)$/, spf: 'zohomail.com', selectors: ['zmail', 'zoho'] },
  { host: /(^|\.)mail\.me\.com$/, spf: 'icloud.com', selectors: ['sig1'] },
];
const usualSelectors = ['default', 'dkim', 'mail', 's1', 's2', 'k1', 'google', 'selector1', 'selector2'];

const publicDomains =
  /^(gmail|googlemail|outlook|hotmail|live|yahoo|icloud|me|aol|gmx|proton|protonmail|fastmail)\.[a-z.]+$|^(yandex|ya|mail|inbox|list|bk|rambler)\.(ru|com)$/;

const registries = /^(co|com|org|net|ac|gov|edu|or|ne)\.[a-z]{2}$/;

/** The owner can set one policy here for all subdomains. */
export function registeredDomain(domain: string): string {
  const labels = domain.split('.');
  const labelCount = registries.test(labels.slice(-2).join('.')) ? 3 : 2;
  return labels.slice(-labelCount).join('.');
}

const serviceOf = (smtpHost: string) => services.find(({ host }) => host.test(smtpHost.toLowerCase()));
const selectorsFor = (smtpHost: string) => [...new Set([...(serviceOf(smtpHost)?.selectors ?? []), ...usualSelectors])];
const dkimName = (domain: string, selector: string) => `${selector}._domainkey.${domain}`;

export function namesToAsk(domain: string, smtpHost: string): string[] {
  const policies = [...new Set([`_dmarc.${domain}`, `_dmarc.${registeredDomain(domain)}`])];
  return [domain, ...policies, ...selectorsFor(smtpHost).map((selector) => dkimName(domain, selector))];
}

interface DomainRecords {
  domain: string;
  smtpHost: string;
  txtRecords: TxtAnswers;
}

const check = (name: DomainCheck['name'], [state, code]: [CheckState, string], more: Partial<DomainCheck> = {}): DomainCheck => ({
  name,
  state,
  code,
  found: null,
  fix: null,
  ...more,
});

/** Local addresses mean nothing elsewhere. */
function termOf(smtpHost: string): string {
  if (/^127\.|^localhost$|:/.test(smtpHost)) return '';
  return /^[\d.]+$/.test(smtpHost) ? ` ip4:${smtpHost}` : ` a:${smtpHost}`;
}

function checkSpf({ domain, smtpHost, txtRecords }: DomainRecords): DomainCheck {
  const answer = txtRecords.get(domain) ?? null;
  if (answer === null) return check('spf', ['unknown', 'not_asked']);
  const records = answer.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const include = serviceOf(smtpHost)?.spf;
  const fresh = {
    host: domain,
    type: 'TXT',
    value: include ? `v=spf1 include:${include} ~all` : `v=spf1 mx${termOf(smtpHost)} ~all`,
  } as const;
  const [record] = records;
  if (record === undefined) return check('spf', ['bad', 'spf_missing'], { fix: fresh });
  if (records.length > 1) return check('spf', ['bad', 'spf_several'], { found: records.join('\n') });
  if (/\s\+?all\s*$/i.test(record)) {
    return check('spf', ['bad', 'spf_open'], { found: record, fix: { ...fresh, value: record.replace(/\s\+?all\s*$/i, ' ~all') } });
  }
  const names = record.toLowerCase();
  if (include && !names.includes(include) && !names.includes('redirect=')) {
    const end = /\s[-~?]all\s*$/i.exec(record);
    const at = end?.index ?? record.length;
    const value = `${record.slice(0, at)} include:${include}${record.slice(at) || ' ~all'}`;
    return check('spf', ['bad', 'spf_without_service'], { found: record, fix: { ...fresh, value } });
  }
  // RFC 7208: a record with more than ten lookups is invalid.
  const questions = record.match(/(?:^|\s)[+~?-]?(include:|a(?=[\s:/]|$)|mx(?=[\s:/]|$)|ptr|exists:|redirect=)/gi)?.length ?? 0;
  return questions > 10 ? check('spf', ['bad', 'spf_long'], { found: record }) : check('spf', ['ok', 'spf_ok'], { found: record });
}

function checkDkim({ domain, smtpHost, txtRecords }: DomainRecords): DomainCheck {
  const selectors = selectorsFor(smtpHost).map((selector) => ({ selector, answer: txtRecords.get(dkimName(domain, selector)) ?? null }));
  const keys = selectors.flatMap(({ answer }) => (answer ?? []).filter((text) => /(^|;)\s*p=/i.test(text)));
  const good = keys.find((text) => /(^|;)\s*p=\s*[a-z0-9+/]/i.test(text));
  if (good) return check('dkim', ['ok', 'dkim_ok'], { found: good });
  if (keys[0]) return check('dkim', ['bad', 'dkim_revoked'], { found: keys[0] });
  if (selectors.every(({ answer }) => answer === null)) return check('dkim', ['unknown', 'not_asked']);
  // Selectors are arbitrary, so a missing common one proves nothing.
  return check('dkim', ['warn', 'dkim_not_found']);
}

const policiesIn = (texts: readonly string[] | null) => (texts ?? []).filter((text) => /^v=DMARC1\s*(;|$)/i.test(text));

function checkDmarc({ domain, txtRecords }: DomainRecords): DomainCheck {
  const own = txtRecords.get(`_dmarc.${domain}`) ?? null;
  const above = txtRecords.get(`_dmarc.${registeredDomain(domain)}`) ?? null;
  if (own === null && above === null) return check('dmarc', ['unknown', 'not_asked']);
  const policies = policiesIn(own).length > 0 ? policiesIn(own) : policiesIn(above);
  const [policy] = policies;
  const registered = registeredDomain(domain);
  const fix = { host: `_dmarc.${registered}`, type: 'TXT', value: `v=DMARC1; p=none; rua=mailto:dmarc@${registered}` } as const;
  if (policy === undefined) return check('dmarc', ['bad', 'dmarc_missing'], { fix });
  if (policies.length > 1) return check('dmarc', ['bad', 'dmarc_several'], { found: policies.join('\n') });
  const policyName = /;\s*p\s*=\s*(\w+)/i.exec(policy)?.[1]?.toLowerCase();
  if (policyName === undefined) return check('dmarc', ['bad', 'dmarc_broken'], { found: policy, fix });
  return check('dmarc', ['ok', policyName === 'none' ? 'dmarc_watching' : 'dmarc_ok'], { found: policy });
}

/** The envelope uses the sender's own domain, so SPF and DKIM align with the visible From. */
function checkAlignment(spf: DomainCheck, dkim: DomainCheck): DomainCheck {
  if (spf.state === 'ok' || dkim.state === 'ok') return check('alignment', ['ok', 'aligned']);
  return spf.state === 'unknown' || dkim.state === 'unknown'
    ? check('alignment', ['unknown', 'not_asked'])
    : check('alignment', ['bad', 'not_aligned']);
}

/** Expects the records of `namesToAsk`. */
export function checkDomain(records: DomainRecords): DomainCheck[] {
  const [spf, dkim, dmarc] = [checkSpf(records), checkDkim(records), checkDmarc(records)];
  const isPublic = publicDomains.test(records.domain);
  if (isPublic) return [check('alignment', ['ok', 'public_domain'])];
  return [spf, dkim, dmarc, checkAlignment(spf, dkim)];
}

/** `warn`: mail services start to reject; `bad`: they reject. */
const limits = { bounces: { warn: 0.02, bad: 0.05 }, complaints: { warn: 0.001, bad: 0.003 } } as const;
const fewest = 50;

export function judgeRate(kind: keyof typeof limits, count: number, sent: number): CheckState {
  if (sent < fewest) return 'ok';
  const share = count / sent;
  if (share > limits[kind].bad) return 'bad';
  return share > limits[kind].warn ? 'warn' : 'ok';
}

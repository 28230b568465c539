import type { BounceReason } from './verdict.ts';

type Rule = { reason: BounceReason; when: RegExp };

/**
 * In order: the first that matches decides. What is said of the sender, the message or the moment stands above what is said of
 * the address, because servers wrap the one into the words of the other ("Recipient address rejected: Mailbox full").
 */
const RULES: Rule[] = [
  { reason: 'no_such_domain', when: /account or domain may not exist/ },
  {
    reason: 'mailbox_full',
    when: /(?:mail)?box (?:is |\S+ is )?(?:full|over ?quota)|over (?:the )?(?:disk )?quota|quota (?:is )?exceed|exceed\w* (?:\w+ )?(?:quota|storage|allowed size)|user.s? (?:disk )?quota|insufficient (?:disk|system storage)|out of storage|account is full|ящик (?:получателя )?переполнен|превышен\S* квот/,
  },
  {
    reason: 'domain_takes_no_mail',
    when: /null mx|(?:does not|doesn.t|do not) (?:accept|receive) (?:any )?(?:e-?)?mail|no smtp service|no mx (?:record )?found/,
  },
  { reason: 'moved', when: /\b5\.1\.6\b|no longer on (?:the )?server|not our (?:user|customer)|has moved to|user has moved/ },
  {
    reason: 'mailbox_disabled',
    when: /(?:account|user|mailbox|address)\b.{0,60}\b(?:disabled|suspended|deactivated|discontinued|(?:temporar\w+ |is )locked|blocked by the owner)|disabled (?:recipient|user|account|mailbox)|p=disableduser|5\.7\.13\b|(?<!5\.1\.1 .{0,200})inactive (?:user|account|mailbox)/,
  },
  { reason: 'no_such_address', when: /recipient address rejected: access denied/ },
  { reason: 'server', when: /procmail|pipe to \||command died|exit status|recipient address rejected: internal/ },
  {
    reason: 'too_many',
    when: /too many (?:recipients|connections|messages|emails|concurrent)|(?:rate|connection|sending) (?:rate )?limit|receivingrate|receiving mail at a rate|daily (?:relay )?quota|throttl/,
  },
  {
    reason: 'too_big',
    when: /(?:message|mail|e-?mail|headers?)\b.{0,30}\b(?:too (?:big|large|long)|size exceeds|length exceeds|size limit)|size limit|recipsizelimit|[45]\.[23]\.[34]\b(?!\d)|larger than/,
  },
  {
    reason: 'sender_unproven',
    when: /dmarc|\bspf\b|\bdkim\b|unauthenticated|authentication (?:checks?|information|required)|smtp authentication|auth ?required|sender policy framework|purported\s+responsible|[45]\.7\.2[0-7]\b(?<!5\.7\.25|5\.7\.27 host.*)/,
  },
  {
    reason: 'blocked',
    when: /reverse dns|\brdns\b|\bptr\b|unverif\w+ sending ip|mismatches client ip|client host (?:rejected|\S+ blocked)|black ?list|block ?list|dnsbl|\brbl\b|\(bl\)|poor reputation|low reputation|bad reputation|cloudmark|may not be mail exchanger|use the smtp server of your isp|spamhaus|spamcop|sorbs\.net|blocked (?:using|by|-|for)|listed (?:at|in|by|on)\b.{0,40}(?:spamhaus|sorbs|spamcop|barracuda)|ip=?\s?\S*\s.{0,40}blocked|not accepting connections|5\.7\.25\b/,
  },
  {
    reason: 'spam',
    when: /\bspam\b|unsolicited|\bube\b|bulk e?mail|considered bulk|scored as|message content rejected|ofr_506|suspicious/,
  },
  {
    reason: 'relay_denied',
    when: /relay(?:ing)? (?:access )?(?:denied|not permitted|prohibited)|no relaying|unable to relay|not permitted to relay|address is not verified/,
  },
  {
    reason: 'sender_refused',
    when: /sender (?:address )?(?:rejected|refused|denied)|domain of sender|sender domain|unroutable sender|sender verify failed|(?:after|in reply to|rejected) mail from|mail from command|invalid sender|\b5\.1\.[78]\b|sending to\/from an address/,
  },
  {
    reason: 'policy',
    when: /polic(?:y|ies)|virus|malware|attachments? (?:type|is|are|was|not|blocked|rejected)|protocol violation|header error|duplicate header|multiple .{0,20}addresses in from|not compliant|content (?:rejected|error)|media error|not authori[sz]ed|access denied|delivery not authori|permission to post|potential security|refused due to recipient preferences|message (?:was )?filtered|message (?:was )?(?:refused|rejected|not allowed)|\b5\.7\.[019]\b rejected/,
  },
  {
    reason: 'filtered',
    when: /^550:? ?: user unknown|550: : user unknown|^550 unknown user \S+@|^(?!.*\b5\.1\.1\b)(?=.*\b(?:user|mailbox)).*(?:after end of |in reply to (?:end of )?|smtp command )data\b|\b5\.(?:0\.0|3\.0|7\.\d)\b.{0,120}(?:user unknown|unknown user)/,
  },
  {
    reason: 'expired',
    when: /expired|could not be delivered for|could not deliver for|giving up(?! on)|retry time(?:out)? (?:not reached|exceeded)|have been failing for a long time|not delivered within|cannot send message for|undeliverable for|still being retried/,
  },
  {
    reason: 'network',
    when: /timed? ?out|connection (?:was )?(?:refused|reset|dropped|closed|lost)|lost connection|no route to host|network (?:error|is unreachable)|too many hops|mail loop|loops? back|routing loop|did not accept our requests|socket error|not responding|duplicated message-id|malformed or unexpected name server|host not found, try again|dns query failed|temporary (?:dns|lookup)|could not connect|unable to connect/,
  },
  {
    reason: 'no_such_address',
    when: /user.?unknown|unknown.{0,3}user|(?:no such|unknown|invalid|illegal|nonexistent|non-existent|bad)(?: or (?:illegal|invalid))? (?:local )?(?:user|mailbox|mail ?drop|recipient|address|person|account|alias|e-?mail(?: address)?|destination mailbox|addressee)\b|(?:user|mailbox|recipient|account|address|email)\b.{0,80}(?:does ?n.t|does not|not|no longer|do not|cannot) (?:exist|be found|found|known|recognized|valid|listed|have)|(?:does not|doesn.t|not) exist|not (?:a )?known|recip(?:ient)?not ?found|user not found|no mailbox|mailbox (?:is )?(?:unavailable|not available|not found)|address(?:es)? rejected(?! ?:)|rejected: (?:user|recipient) unknown|recipient rejected|rejected recipient|(?:this )?user does ?n.t have|destinataire invalide|unrouteable address|not in (?:the )?directory|not (?:a )?valid (?:user|mailbox|recipient)|inactive email address|p=nosuchuser|answer=6596|no account by that name|wasn.?t found|couldn.?t be found|check if address is correct|unable to deliver message to\b.{0,80}same domain|пользовател\S* не (?:существует|найден)|нет такого (?:пользователя|адреса|ящика)|адрес\S* не (?:существует|найден)|ящик\S* не (?:существует|найден)|見つかりません|リストにありません|存在しません/,
  },
  {
    reason: 'no_such_domain',
    when: /host (?:or domain(?: name)? )?(?:is )?(?:not found|unknown)|unknown host|domain (?:name )?(?:not found|does not exist|must exist)|nxdomain|no such (?:host|domain)|invalid (?:domain|host)|unrouteable mail domain|bad destination (?:host|system)|(?:dns|name) (?:lookup )?(?:failure|error)|name or service not known|домен\S* не (?:существует|найден)/,
  },
  {
    reason: 'server',
    when: /transaction failed|local error|internal (?:server )?error|system (?:error|problem)|service (?:currently |temporarily )?unavailable|resources|does not support tls|could not load|temporary failure|please try again/,
  },
];

const HARD = new Set<BounceReason>(['no_such_address', 'no_such_domain', 'moved', 'domain_takes_no_mail']);

/** RFC 3463 codes that name the address or its domain; used where the words say nothing. */
const BY_STATUS: [RegExp, BounceReason][] = [
  [/^[45]\.2\.2$/, 'mailbox_full'],
  [/^[45]\.2\.1$/, 'mailbox_disabled'],
  [/^5\.1\.(?:2|10)$/, 'no_such_domain'],
  [/^5\.4\.4$/, 'no_such_domain'],
  [/^5\.1\.[013]$/, 'no_such_address'],
  [/^[45]\.1\.[78]$/, 'sender_refused'],
  [/^[45]\.4\.7$/, 'expired'],
  [/^[45]\.4\.\d+$/, 'network'],
  [/^[45]\.3\.4$/, 'too_big'],
  [/^[45]\.7\.\d+$/, 'policy'],
  [/^[45]\.[356]\.\d+$/, 'server'],
];

/** Lower case, one line, without the reply codes that servers repeat before each line of an answer. */
export function flattenDiagnostic(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\b[45]\d\d)-([45]\.\d{1,3}\.\d{1,3} )?/g, '$1 $2')
    .trim();
}

/** The first code of RFC 3463 in a server's answer that says more than "other". */
export function statusIn(text: string): string | null {
  const codes = text.match(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/g) ?? [];
  return codes.find((code) => !code.endsWith('.0.0')) ?? codes[0] ?? null;
}

/** @param status of the report; class 4 means that the server would have gone on trying */
export function judge(diagnostic: string, status: string | null): { reason: BounceReason; permanence: 'hard' | 'soft' } {
  const said = flattenDiagnostic(diagnostic);
  const rule = RULES.find(({ when }) => when.test(said));
  const reason = rule?.reason ?? BY_STATUS.find(([code]) => code.test(status ?? ''))?.[1] ?? 'unclear';
  // A domain may come back; a mailbox that its own server does not know will not, whatever class it gives.
  const isTransient = status !== null && status.startsWith('4') && reason !== 'no_such_address' && reason !== 'moved';
  return { reason, permanence: HARD.has(reason) && !isTransient ? 'hard' : 'soft' };
}

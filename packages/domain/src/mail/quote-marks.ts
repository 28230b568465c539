const WROTE =
  'wrote|writes|schrieb|a écrit|escribió|escreveu|ha scritto|schreef|geschreven|napisał(?:a|\\(a\\))?|pisze|skrev|kirjoitti|yazdı|пишет|писал(?:а|и|\\(а\\))?|написал(?:а|и|\\(а\\))?|написано|сообщил(?:а)?|napsal(?:a|\\(a\\))?|a scris|írta|написав|написала|пише|написа|написао|napisao|napisala|đã viết|menulis|έγραψε|rašė|kirjutas|rakstīja|كتب|כתב|写道|のメール|さんは書きました|님이 작성';

/** Without a date, time or address "she wrote:" is the author's sentence. */
const WHEN_OR_WHO = /\d{1,2}[:.]\d{2}|\b(?:19|20)\d{2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\S@\S|<[^<>]*>/;

const VERB = new RegExp(`(?:^|[^\\p{L}])(?:${WROTE})(?![\\p{L}])|写道|寫道|写到|작성`, 'iu');

const BEGIN =
  /^[-*_\s]*(?:\d|\p{L}{2,3}\.? \d{1,2}\b|(?:on|le|am|el|em|il|op|den|dne|dnia|w dniu|à|от|в|mon|tue|wed|thu|fri|sat|sun|пн|вт|ср|чт|пт|сб|вс)\b[^\n]*\d)/iu;

/** `Thu, 20 Nov 2026, 12:30 Name <a@b.c>:` - Gmail in Russian and others omit the verb. */
const WHEN = /\d{1,2}[:.]\d{2}|\b\d{4}\b/g;
const BARE_END = /^(?:<[^<>\s]+>|\([^()\s]+\))\s*:$/;

const MAX_NAME = 80;

function isBareAttribution(text: string): boolean {
  const start = Math.max(text.lastIndexOf('<'), text.lastIndexOf('('));
  if (start < 0) return false;
  const end = text.slice(start);
  const at = end.indexOf('@', 2);
  if (!BARE_END.test(end) || at < 0 || at > end.search(/[>)]/) - 2) return false;
  return [...text.slice(0, start).matchAll(WHEN)].some((date) => start - (date.index + date[0].length) <= MAX_NAME);
}

const MAX_LINES = 4;
const MAX_CHARACTERS = 300;

/** Number of lines of an attribution ("On ... Anna wrote:") from `at`, or 0. */
export function attributionLines(lines: string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= MAX_LINES; count += 1) {
    const line = lines[at + count - 1]?.trim();
    if (line === undefined || line === '' || (line.startsWith('>') && line !== '>:')) return 0;
    if (joined.length + line.length >= MAX_CHARACTERS) return 0;
    joined = `${joined} ${line}`.trim();
    if (isAttribution(joined)) return BEGIN.test(lines[at] as string) || !endsShorter(lines, at + 1, at + count) ? count : 0;
  }
  return 0;
}

/** True if a shorter attribution ends there, so that the lines above are the author's. */
function endsShorter(lines: string[], from: number, end: number): boolean {
  for (let start = from; start < end; start += 1) {
    const joined = lines
      .slice(start, end)
      .map((line) => line.trim())
      .join(' ');
    if (isAttribution(joined)) return true;
  }
  return false;
}

const MAY_END = /(?:[:：]|-{2}|wrote|のメール)$/i;

function isAttribution(text: string): boolean {
  if (!MAY_END.test(text.slice(-5)) || !/[\d@<]/.test(text)) return false;
  const bare = text.replace(/^[-*_\s]+/, '');
  if (isBareAttribution(bare)) return true;
  if (!WHEN_OR_WHO.test(bare) || !VERB.test(bare)) return false;
  // Without a colon or dashes the verb is last, as in "---- On Wed, ... wrote ----".
  return (
    /[:：]$/.test(bare) || /(?:wrote|написал\S{0,3})\s*-{2,}$/i.test(bare) || /^on\b.*\bwrote$/i.test(bare) || bare.endsWith('のメール')
  );
}

const LABELS: Record<'from' | 'sent' | 'to' | 'subject' | 'cc', string> = {
  from: 'from|von|de|da|van|från|fra|od|lähettäjä|от|от кого|відправник|gönderen|feladó|odesílatel|差出人|发件人|寄件者|보낸 사람',
  sent: 'sent|date|message du|sent at|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviado em|enviada em|fecha|data|inviato|verzonden|skickat|sendt|dato|wysłano|wysłane|odesláno|отправлено|дата|дата отправки|送信日時|日付|发送时间|보낸 날짜',
  to: 'to|an|à|para|a|aan|till|til|do|komu|vastaanottaja|кому|宛先|收件人|받는 사람',
  subject: 'subject|betreff|objet|asunto|assunto|oggetto|onderwerp|sujet|ämne|emne|temat|předmět|aihe|konu|тема|件名|主题|제목',
  cc: 'cc|kopie|copie|копия|dw|kopia|reply-to|importance|attachments|вложения',
};

const FIELD = new RegExp(
  `^[*_>\\s]*(?:${Object.entries(LABELS)
    .map(([name, words]) => `(?<${name}>${words})`)
    .join('|')})[*_]*\\s{0,2}[:：]`,
  'iu',
);

const MAX_LABEL = 60;

export function headerField(line: string): string | null {
  const label = line.slice(0, MAX_LABEL);
  if (!/[:：]/.test(label)) return null;
  const groups = FIELD.exec(label)?.groups ?? {};
  return Object.keys(groups).find((name) => groups[name] !== undefined) ?? null;
}

/** The sender and another field, or three fields close together. */
export function beginsHeaderBlock(fields: (string | null)[], at: number): boolean {
  const first = fields[at] ?? null;
  if (first === null || first === 'cc') return false;
  const found = new Set(fields.slice(at, at + 8));
  found.delete(null);
  found.delete('cc');
  return found.size >= 3 || (found.size === 2 && found.has('from') && (found.has('sent') || found.has('subject')));
}

const SEPARATOR =
  /^(?:[\s>*]*[\s>])?(?:[-_=*]{2,}\s*(?:original(?: message| appointment)?|forwarded (?:message|by.*)|reply message|message d'origine|message transféré|ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|ursprungligt meddelande|oprindelig meddelelse|opprinnelig melding|wiadomość oryginalna|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|пересланное сообщение|конец пересылаемого сообщения|元のメッセージ|原始邮件)(?:\s*[-_=*]+)?|\**begin forwarded message:|\**начало пересылаемого сообщения:|\**-{3,} on .* wrote -{3,}|\**---+ ?reply above this line ?-*|\**please type your reply above this line.*|\**##- .* -##)\s*$/isu;

/** "-----Original Message-----" and variants. */
export const isSeparator = (line: string): boolean => line.length <= MAX_SEPARATOR && SEPARATOR.test(line);

const MAX_SEPARATOR = 500;

const SENT_FROM =
  /^\s*[-–—]*\s*(?:sent from (?:my|mail for|yahoo|outlook|the|a|samsung|proton|spark|gmail|aol|front|edison|canary|mailbird|bluemail|tutanota|hey|windows)\b[^,;:]{0,40}|sent (?:via|with|using) [^,;:]{1,40}|get outlook for .*|enviado desde mi .*|envoyé de mon .*|von meinem .* gesendet|gesendet mit .*|inviato da .*|verzonden vanaf .*|sendt fra min .*|skickat från .*|wysłane z .*|отправлено (?:с|из|от) .*|iphoneから送信|发自我的.*)$/i;

/** RFC 3676 4.3, its misspelling, and mobile footers. */
export const beginsSignature = (line: string): boolean =>
  /^\s*--\s*$/.test(line) || /^_{10,}\s*$/.test(line) || (line.length < 70 && SENT_FROM.test(line));

export type Language = 'en' | 'ru';

const en = {
  title: 'Sandbox mail',
  lead: 'Mail that this installation sent. It goes nowhere else.',
  empty: 'No mail yet',
  mailbox: 'Mailbox',
  messages: 'Messages',
  newest: 'Newest',
  connected: 'can be connected',
  back: 'All mailboxes',
  INBOX: 'Inbox',
  Sent: 'Sent',
  Junk: 'Junk',
  from: 'From',
  to: 'To',
  subject: 'Subject',
  date: 'Date',
  noSubject: '(no subject)',
  text: 'Text',
  html: 'HTML',
  source: 'Source',
  noHtml: 'The message has no HTML part.',
  answerAs: 'Answer as',
  yourText: 'Your text',
  reply: 'Reply',
  out_of_office: 'Out of office',
  bounce_hard: 'Bounce: no such address',
  bounce_soft: 'Bounce: mailbox full',
  send: 'Send',
  sent: 'Sent to',
  notFound: 'There is no such message here',
  needsText: 'Write a text for the reply',
  nobody: 'The message names no sender to answer',
  consent: 'Headwater asks for access to a mailbox of this sandbox. Nothing leaves this machine.',
  account: 'Account',
  rights: 'Rights',
  allow: 'Allow',
  deny: 'Deny',
};

export type PageText = typeof en;

const ru: PageText = {
  title: 'Почта песочницы',
  lead: 'Письма, отправленные этой установкой. Дальше они не уходят.',
  empty: 'Писем пока нет',
  mailbox: 'Ящик',
  messages: 'Писем',
  newest: 'Последнее',
  connected: 'можно подключить',
  back: 'Все ящики',
  INBOX: 'Входящие',
  Sent: 'Отправленные',
  Junk: 'Спам',
  from: 'От',
  to: 'Кому',
  subject: 'Тема',
  date: 'Дата',
  noSubject: '(без темы)',
  text: 'Текст',
  html: 'HTML',
  source: 'Исходник',
  noHtml: 'В письме нет части HTML.',
  answerAs: 'Ответить от имени',
  yourText: 'Ваш текст',
  reply: 'Ответ',
  out_of_office: 'Автоответ об отсутствии',
  bounce_hard: 'Возврат: нет такого адреса',
  bounce_soft: 'Возврат: ящик переполнен',
  send: 'Отправить',
  sent: 'Отправлено на',
  notFound: 'Здесь нет такого письма',
  needsText: 'Напишите текст ответа',
  nobody: 'В письме не указан отправитель',
  consent: 'Headwater просит доступ к ящику этой песочницы. Ничего не уходит с этого компьютера.',
  account: 'Учётная запись',
  rights: 'Права',
  allow: 'Разрешить',
  deny: 'Отказать',
};

export const TEXTS: Record<Language, PageText> = { en, ru };

/** The first of the browser's languages that is spoken here. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = (acceptLanguage ?? '').split(',').map((item) => item.trim().slice(0, 2).toLowerCase());
  return first.find((code): code is Language => code === 'en' || code === 'ru') ?? 'en';
}

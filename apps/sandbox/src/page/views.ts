import type { Email } from 'postal-mime';
import { ANSWERS } from '../mail/answer.ts';
import { FOLDERS, type Mailbox } from '../mail/store.ts';
import { html, type Html } from './html.ts';
import { oneClickAddress } from './received.ts';
import { TEXTS, type Language } from './text.ts';

export type View = 'text' | 'html' | 'source';
export type Row = { uid: number; at: string; from: string; to: string; subject: string };

const when = (language: Language, iso: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso));

export const mailboxPath = (address: string, folder = 'INBOX'): string => `/mailbox/${encodeURIComponent(address)}/${folder}`;

type Listed = { connected: Set<string>; hasTelegram: boolean };

export function mailboxList(language: Language, mailboxes: Mailbox[], { connected, hasTelegram }: Listed): Html {
  const text = TEXTS[language];
  const rows = mailboxes.map((mailbox) => {
    const messages = [...mailbox.folders.values()].flatMap((folder) => folder.messages);
    const newest =
      messages
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? '';
    return { mailbox, count: messages.length, newest };
  });
  return html`${hasTelegram && html`<p><a href="/telegram">Telegram</a></p>`}
    <h1>${text.title}</h1>
    <p class="soft">${text.lead}</p>
    ${rows.length === 0 ? html`<p>${text.empty}</p>` : table(rows)}`;

  function table(shown: typeof rows): Html {
    return html`<table>
      <thead>
        <tr>
          <th>${text.mailbox}</th>
          <th>${text.messages}</th>
          <th>${text.newest}</th>
        </tr>
      </thead>
      <tbody>
        ${shown
          .toSorted((a, b) => b.newest.localeCompare(a.newest))
          .map(
            ({ mailbox, count, newest }) =>
              html`<tr>
                <td>
                  <a href="${mailboxPath(mailbox.address)}">${mailbox.address}</a>
                  ${connected.has(mailbox.address) && html`<span class="soft"> ${text.connected}</span>`}
                </td>
                <td>${count}</td>
                <td>${newest && when(language, newest)}</td>
              </tr>`,
          )}
      </tbody>
    </table>`;
  }
}

export type FolderView = { address: string; folder: string; rows: Row[]; notice: string };

export function folderView(language: Language, { address, folder, rows, notice }: FolderView): Html {
  const text = TEXTS[language];
  return html`<p><a href="/">${text.back}</a></p>
    <h1>${address}</h1>
    ${notice !== '' && html`<p role="status">${text.sent} ${notice}</p>`}
    <nav>
      ${FOLDERS.map((name) => html`<a href="${mailboxPath(address, name)}" ${name === folder && html`aria-current="page"`}>${text[name]}</a>`)}
    </nav>
    ${
      rows.length === 0
        ? html`<p class="soft">${text.empty}</p>`
        : html`<table>
            <thead>
              <tr>
                <th>${folder === 'Sent' ? text.to : text.from}</th>
                <th>${text.subject}</th>
                <th>${text.date}</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                (row) =>
                  html`<tr>
                    <td>${folder === 'Sent' ? row.to : row.from}</td>
                    <td><a href="${mailboxPath(address, folder)}/${row.uid}">${row.subject || text.noSubject}</a></td>
                    <td>${when(language, row.at)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }`;
}

const people = (list: Email['to']): string => (list ?? []).map(({ name, address }) => `${name} <${address ?? ''}>`.trim()).join(', ');

const dateIn = (language: Language, { date = '' }: Email): string => (Number.isNaN(Date.parse(date)) ? date : when(language, date));

export type MessageView = {
  address: string;
  folder: string;
  uid: number;
  mail: Email;
  source: string;
  view: View;
  pictures: boolean;
  notice: string;
  problem: string;
};

export function messageView(language: Language, shown: MessageView): Html {
  const text = TEXTS[language];
  const here = `${mailboxPath(shown.address, shown.folder)}/${shown.uid}`;
  return html`<p><a href="${mailboxPath(shown.address, shown.folder)}">${shown.address}</a></p>
    <h1>${shown.mail.subject || text.noSubject}</h1>
    ${shown.notice !== '' && html`<p role="status">${shown.notice}</p>`}
    <dl>
      <dt>${text.from}</dt>
      <dd>${people(shown.mail.from ? [shown.mail.from] : [])}</dd>
      <dt>${text.to}</dt>
      <dd>${people(shown.mail.to)}</dd>
      <dt>${text.date}</dt>
      <dd>${dateIn(language, shown.mail)}</dd>
      <dt>Message-ID</dt>
      <dd>${shown.mail.messageId ?? ''}</dd>
    </dl>
    <nav>
      ${(['text', 'html', 'source'] as const).map(
        (view) => html`<a href="${here}?view=${view}" ${view === shown.view && html`aria-current="page"`}>${text[view]}</a>`,
      )}
    </nav>
    ${body(language, shown, here)} ${attachmentList(language, shown, here)} ${unsubscribeForm(language, shown, here)}
    ${shown.folder === 'INBOX' && answerForm(language, shown, here)}`;
}

function body(language: Language, { view, mail, source, pictures: shownPictures }: MessageView, here: string): Html {
  if (view === 'source') return html`<pre>${source}</pre>`;
  if (view === 'text') return html`<pre>${mail.text ?? ''}</pre>`;
  const text = TEXTS[language];
  if (mail.html === undefined) return html`<p class="soft">${text.noHtml}</p>`;
  const pictures = shownPictures ? '?pictures=1' : '';
  return html`${
      !shownPictures &&
      html`<p><a href="${here}?view=html&amp;pictures=1">${text.pictures}</a> <span class="soft">${text.picturesHelp}</span></p>`
    }<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${text.html}" src="${here}/body${pictures}"></iframe>`;
}

function attachmentList(language: Language, { mail }: MessageView, here: string): Html {
  const all = mail.attachments.map((file, index) => ({ name: file.filename ?? file.mimeType, index, isShown: file.related === true }));
  const files = all.filter(({ isShown }) => !isShown);
  if (files.length === 0) return html``;
  return html`<h2>${TEXTS[language].attachments}</h2>
    <ul>
      ${files.map(({ name, index }) => html`<li><a href="${here}/attachments/${index}">${name}</a></li>`)}
    </ul>`;
}

function unsubscribeForm(language: Language, { mail, folder }: MessageView, here: string): Html {
  if (folder === 'Sent' || oneClickAddress(mail) === null) return html``;
  const text = TEXTS[language];
  return html`<form method="post" action="${here}/unsubscribe">
    <span class="soft">${text.unsubscribeHelp}</span>
    <button>${text.unsubscribe}</button>
  </form>`;
}

function answerForm(language: Language, { address, problem }: MessageView, here: string): Html {
  const text = TEXTS[language];
  return html`<form method="post" action="${here}/answer">
    <strong>${text.answerAs} ${address}</strong>
    ${problem !== '' && html`<p role="alert">${problem}</p>`}
    <div>
      ${ANSWERS.map((kind) => html`<label><input type="radio" name="kind" value="${kind}" ${kind === 'reply' && html`checked`} /> ${text[kind]}</label>`)}
    </div>
    <label for="text">${text.yourText}</label>
    <textarea id="text" name="text"></textarea>
    <button>${text.send}</button>
  </form>`;
}

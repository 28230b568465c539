import { html, type Html } from '../../page/html.ts';
import type { Language } from '../../page/text.ts';
import { correspondents, dialogsOf, handleOf, messagesOf, newestOf } from '../candidate.ts';
import { type Dialog, type Message, unreadIn } from '../world/boxes.ts';
import type { Person } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { TELEGRAM_TEXTS } from './text.ts';

const when = (language: Language, seconds: number): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(seconds * 1000));

export const personPath = (person: Person): string => `/telegram/${encodeURIComponent(handleOf(person))}`;
export const dialogPath = (person: Person, dialog: Dialog): string => `${personPath(person)}/${dialog.peer}`;

const nameOf = ({ firstName, lastName }: Person): string => `${firstName} ${lastName}`.trim();
const accountOf = (world: World, { peer }: Dialog): string => {
  const other = world.people.find(peer);
  return other ? handleOf(other) : String(peer);
};

export function overview(language: Language, world: World): Html {
  const text = TELEGRAM_TEXTS[language];
  return html`<p><a href="/">${text.mail}</a></p>
    <h1>${text.title}</h1>
    <p class="soft">${text.lead}</p>
    <h2>${text.people}</h2>
    ${peopleTable(language, world)}
    <h2>${text.codes}</h2>
    ${codesTable(language, world)}
    <h2>${text.phones}</h2>
    ${helpList(text.phoneHelp)}
    <h2>${text.usernames}</h2>
    ${helpList(text.usernameHelp)}
    <p class="soft">${text.others}</p>`;
}

const helpList = (rows: string[][]): Html =>
  html`<dl>
    ${rows.map(
      ([name = '', meaning = '']) =>
        html`<dt>${name}</dt>
          <dd>${meaning}</dd>`,
    )}
  </dl>`;

function peopleTable(language: Language, world: World): Html {
  const text = TELEGRAM_TEXTS[language];
  const rows = correspondents(world).slice(0, 200);
  if (rows.length === 0) return html`<p class="soft">${text.nobody}</p>`;
  return html`<table>
    <thead>
      <tr>
        <th>${text.person}</th>
        <th>${text.messages}</th>
        <th>${text.newest}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(({ person, dialogs, newest }) => {
        const unread = dialogs.reduce((sum, dialog) => sum + unreadIn(world.boxes.of(person.id), dialog), 0);
        return html`<tr>
          <td>
            <a href="${personPath(person)}">${handleOf(person)}</a>
            <span class="soft">${nameOf(person)}${unread > 0 && ` · ${unread} ${text.unread}`}</span>
          </td>
          <td>${dialogs.reduce((sum, { ids }) => sum + ids.length, 0)}</td>
          <td>${when(language, newest)}</td>
        </tr>`;
      })}
    </tbody>
  </table>`;
}

function codesTable(language: Language, world: World): Html {
  const text = TELEGRAM_TEXTS[language];
  const codes = world.signIns.list().slice(0, 20);
  if (codes.length === 0) return html`<p class="soft">${text.noCodes}</p>`;
  return html`<table>
    <thead>
      <tr>
        <th>${text.phone}</th>
        <th>${text.code}</th>
        <th>${text.sentAt}</th>
      </tr>
    </thead>
    <tbody>
      ${codes.map(
        ({ phone, code, way, sentAt }) =>
          html`<tr>
            <td class="whole">+${phone}</td>
            <td class="whole"><strong>${code}</strong></td>
            <td>${when(language, sentAt)} <span class="soft">${text.way[way]}</span></td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export function personView(language: Language, world: World, person: Person): Html {
  const text = TELEGRAM_TEXTS[language];
  return html`<p><a href="/telegram">${text.back}</a></p>
    ${personHead(language, person)}
    <table>
      <thead>
        <tr>
          <th>${text.from}</th>
          <th>${text.lastMessage}</th>
          <th>${text.newest}</th>
        </tr>
      </thead>
      <tbody>
        ${dialogsOf(world, person).map((dialog) => {
          const newest = newestOf(world, person, dialog);
          const unread = unreadIn(world.boxes.of(person.id), dialog);
          return html`<tr>
            <td>
              <a href="${dialogPath(person, dialog)}">${accountOf(world, dialog)}</a>
              <span class="soft">${unread > 0 && ` ${unread} ${text.unread}`}${dialog.isBlocked && ` ${text.blocked}`}</span>
            </td>
            <td>${newest?.text.slice(0, 120) ?? ''}</td>
            <td>${newest && when(language, newest.date)}</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

function personHead(language: Language, person: Person): Html {
  const text = TELEGRAM_TEXTS[language];
  return html`<h1>${handleOf(person)}</h1>
    <p class="soft">${nameOf(person)}${person.isOnline && ` · ${text.online}`}</p>`;
}

export type DialogView = { person: Person; dialog: Dialog; problem: string };

export function dialogView(language: Language, world: World, { person, dialog, problem }: DialogView): Html {
  const text = TELEGRAM_TEXTS[language];
  const here = dialogPath(person, dialog);
  const shown = messagesOf(world, person, dialog).slice(-200);
  const button = (action: string, label: string): Html =>
    html`<form method="post" action="${here}/${action}" class="inline"><button>${label}</button></form>`;
  return html`<p><a href="${personPath(person)}">${handleOf(person)}</a></p>
    <h1>${accountOf(world, dialog)}</h1>
    <p class="soft">${nameOf(person)}${person.isOnline && ` · ${text.online}`}</p>
    <ol class="chat">
      ${shown.map((message) => bubble(language, world, { person, dialog, message, here }))}
    </ol>
    <div class="actions">
      ${unreadIn(world.boxes.of(person.id), dialog) > 0 && button('read', text.read)}
      ${button('status', person.isOnline ? text.goOffline : text.goOnline)} ${button('block', dialog.isBlocked ? text.unblock : text.block)}
    </div>
    <form method="post" action="${here}/reply" enctype="multipart/form-data">
      <strong>${text.answerAs} ${handleOf(person)}</strong>
      ${problem !== '' && html`<p role="alert">${problem}</p>`}
      <label for="text">${text.yourText}</label>
      <textarea id="text" name="text"></textarea>
      <label for="reply_to">${text.replyTo}</label>
      <select id="reply_to" name="reply_to">
        <option value="">${text.nothing}</option>
        ${shown
          .slice(-20)
          .toReversed()
          .map((message) => html`<option value="${message.id}">${previewOf(world, message)}</option>`)}
      </select>
      <label for="file">${text.file}</label>
      <input id="file" name="file" type="file" />
      <button>${text.send}</button>
    </form>`;
}

const previewOf = (world: World, { text, fileId }: Message): string =>
  text.slice(0, 80) || (fileId === null ? '…' : (world.files.find(fileId)?.name ?? '…'));

type Bubble = { person: Person; dialog: Dialog; message: Message; here: string };

function bubble(language: Language, world: World, shown: Bubble): Html {
  const { person, dialog, message, here } = shown;
  const text = TELEGRAM_TEXTS[language];
  const file = message.fileId === null ? null : world.files.find(message.fileId);
  const answered = message.replyTo === undefined ? null : (world.boxes.of(person.id).messages.get(message.replyTo) ?? null);
  const isRead = message.isOut && message.id <= dialog.readOutbox;
  return html`<li ${message.isOut && html`class="own"`}>
    ${answered && html`<small class="soft">↩ ${previewOf(world, answered)}</small>`}
    ${file && html`<a href="${here}/files/${message.id}">${file.name}</a>`}
    ${message.text !== '' && html`<span class="said">${message.text}</span>`}
    <small class="soft"
      >${when(language, message.date)}${message.editedAt !== undefined && ` · ${text.edited}`}${isRead && ` · ${text.seen}`}</small
    >
    ${message.isOut ? changes(language, message, here) : reactionButtons(shown)}
  </li>`;
}

export const REACTIONS: readonly string[] = ['👍', '👎', '❤', '🔥', '🎉', '🤝'];

const reactionButtons = ({ person, message, here }: Bubble): Html =>
  html`<form method="post" action="${here}/${message.id}/react" class="inline">
    ${REACTIONS.map(
      (emoji) =>
        html`<button name="text" value="${emoji}" aria-pressed="${message.reactions?.[person.id] === emoji ? 'true' : 'false'}">
          ${emoji}
        </button>`,
    )}
  </form>`;

function changes(language: Language, message: Message, here: string): Html {
  const text = TELEGRAM_TEXTS[language];
  return html`<details>
    <summary>${text.change}</summary>
    <form method="post" action="${here}/${message.id}/edit">
      <textarea name="text" aria-label="${text.yourText}">${message.text}</textarea>
      <button>${text.save}</button>
    </form>
    <form method="post" action="${here}/${message.id}/delete" class="inline"><button>${text.remove}</button></form>
  </details>`;
}

import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type Reader, slowReadings } from '@headwater/domain/testing/require-linear';
import { guessType } from './modules/enrichment/csv/guess-type.ts';
import { readText } from './modules/generations/text.ts';
import { cutterFor } from './modules/message-generation/person-in-prompt.ts';
import { readMessage } from './modules/message-generation/prompt.ts';
import { readPasted } from './modules/messaging/suppressions/add-pasted-addresses.ts';
import { personOfTable } from './modules/profiles/import/table-person.ts';
import { readContact } from './modules/profiles/read-contact.ts';
import { parseFilter, parsePatchPath } from './modules/scim/protocol/filter.ts';
import { readOperations } from './modules/scim/protocol/operations.ts';
import { handleKey } from './modules/search/documents/profile-handles.ts';
import { excerptOf } from './modules/search/text/excerpt.ts';
import { readOds } from './platform/extract/ods.ts';
import { readOdt } from './platform/extract/odt.ts';
import { readerLanguage } from './platform/http/language.ts';
import { loggedAddress } from './platform/http/logged-address.ts';
import { editorHtml } from './platform/mail/editor-html.ts';

/** Limit of the contract for the body of a template or a message. */
const longestBody = 100_000;
/** Ten times the longest text of a profile, a description of 10,000 characters. */
const longestWords = 100_000;
/** Limit of a JSON body. */
const longestJson = 1024 * 1024;
const longestHead = 128 * 1024;

const brief = {
  language: 'en' as const,
  jobDescription: 'A job: https://a.b/c',
  person: { positions: [], skills: [] },
} satisfies Parameters<typeof readMessage>[1];
const cutPerson = cutterFor({ first_name: 'Anna', last_name: 'Lee', patronymic: null, name_latin: null, nick: 'lee' }, ['a@b.test']);
const wanted = [
  { words: ['anna'], mode: 'stem', slop: 0 },
  { words: ['a', 'b'], mode: 'prefix', slop: 3 },
] as const;

/** An input that the reader rejects with its own error counts as read. */
const attempt = (read: () => unknown) => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** Stored without compression, because compressing would take longer than reading. */
const openDocument = (text: string) => {
  const content = Buffer.from(`<a xmlns:text="t"><text:p>${text}</text:p></a>`);
  return Buffer.from(zipSync({ 'content.xml': content }, { level: 0 }));
};
const longestDocument = 256 * 1024;

const contact = (type: 'email' | 'phone' | 'link' | 'telegram', value: string) => readContact({ type, value, source: 'resume' });

const readers: Reader[] = [
  { name: 'cells of a table', read: (text) => guessType([text, `www.${text}`, `http://${text}`, `+7${text}`]), most: longestWords },
  {
    name: 'a person in a table',
    read: (text) =>
      personOfTable([
        ['Name', 'Skills', 'Languages', 'Email', text],
        [text, text, text, text, text],
      ]),
    // A reader handles each cell up to the size of a resume; quadratic growth shows below that.
    most: 32 * 1024,
    once: 600,
  },
  { name: 'a contact', read: (text) => [contact('email', text), contact('phone', text), contact('link', text), contact('telegram', text)] },
  { name: 'a text document of an office', read: (text) => attempt(() => readOdt(openDocument(text))), most: longestDocument },
  { name: 'a table of an office', read: (text) => attempt(() => readOds(openDocument(text))), most: longestDocument },
  { name: 'pasted addresses', read: readPasted, most: longestJson },
  { name: 'text that is pasted into the editor', read: editorHtml, most: longestBody },
  {
    name: 'a filter of SCIM',
    read: (text) => [
      attempt(() => parseFilter(text)),
      attempt(() => parsePatchPath(text)),
      attempt(() => parseFilter(`a eq "b" and ${text}`)),
    ],
  },
  {
    name: 'a change by SCIM',
    read: (text) =>
      attempt(() =>
        readOperations(
          {
            Operations: [
              { op: 'replace', path: `emails[value eq "${text}"].value`, value: text },
              { op: 'add', value: { [text]: text } },
            ],
          },
          () => true,
        ),
      ),
    most: longestJson,
  },
  { name: 'a name or an address that is looked up', read: handleKey, most: longestWords },
  { name: 'where the words of a search stand', read: (text) => excerptOf(`${text} Anna`, wanted), most: longestWords },
  { name: 'the text of a model', read: readText, most: longestWords },
  { name: 'a message of a model', read: (text) => readMessage(text, brief), most: longestWords },
  { name: 'what a model learns of a reply', read: (text) => cutPerson(text, 2000), most: longestWords },
  { name: 'headers of a request', read: (text) => [readerLanguage(text), loggedAddress(text)], most: longestHead },
];

describe('reads repetitive hostile input in linear time', () => {
  // Measured in CPU time; a busy machine may need more wall time.
  it.each(readers)('$name', { timeout: 600_000 }, async (reader) => {
    expect((await slowReadings(reader)).join('\n')).toBe('');
  });
});

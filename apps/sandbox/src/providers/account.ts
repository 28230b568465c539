import PostalMime, { type Email } from 'postal-mime';
import { FOLDERS, headerBlock, type FolderName, type MailStore, type StoredMessage } from '../mail/store.ts';

/** `place` grows with each message of the store. */
export type Copy = { folder: FolderName; message: StoredMessage; place: number };

export const copiesOf = (store: MailStore, address: string): Copy[] =>
  FOLDERS.flatMap((folder) =>
    store.folder({ mailbox: address, folder }).messages.map((message) => ({ folder, message, place: message.span.offset + 1 })),
  ).toSorted((one, other) => one.place - other.place);

export const idOf = ({ folder, message }: Copy): string => `${FOLDERS.indexOf(folder) + 1}${message.uid.toString(16).padStart(15, '0')}`;

export const lastPlace = (copies: Copy[]): number => copies.at(-1)?.place ?? 1;

export const headersOf = (raw: Buffer): { name: string; value: string }[] =>
  headerBlock(raw)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon > 0 ? [{ name: line.slice(0, colon), value: line.slice(colon + 1).trim() }] : [];
    });

const roots = new WeakMap<StoredMessage, string>();

export async function rootOf(store: MailStore, { message }: Copy): Promise<string> {
  const known = roots.get(message);
  if (known !== undefined) return known;
  const raw = await store.raw(message);
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true });
  const root = firstId(mail.references) ?? firstId(mail.inReplyTo) ?? reportedId(raw) ?? mail.messageId ?? '';
  roots.set(message, root);
  return root;
}

const firstId = (ids: Email['references']): string | undefined => /<[^<>\s]+>/.exec(ids ?? '')?.[0];

function reportedId(raw: Buffer): string | undefined {
  const text = raw.toString('latin1');
  if (!/^content-type:\s*multipart\/report/im.test(headerBlock(raw))) return undefined;
  return [...text.matchAll(/^message-id:\s*(<[^>\r\n]*>)/gim)].at(-1)?.[1];
}

export function withHeader(raw: Buffer, name: string, value: string): Buffer {
  const head = headerBlock(raw);
  const rest = raw.subarray(Buffer.byteLength(head, 'latin1'));
  const line = `${name}: ${value}`;
  const pattern = new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*`, 'im');
  const changed = pattern.test(head) ? head.replace(pattern, () => line) : `${line}\r\n${head}`;
  return Buffer.concat([Buffer.from(changed, 'latin1'), rest]);
}

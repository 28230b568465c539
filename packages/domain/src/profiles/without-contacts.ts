const hidden = '…';
/** Anchored at the start of a word, so that a long word is read once. */
const email = /(?<![^\s@<>()[\]",;:])[^\s@<>()[\]",;:]+@[^\s@<>()[\]",;:]{1,255}/g;
const address = /(?:https?:\/\/|www\.|t\.me\/)\S{1,2000}/gi;
const handle = /(^|[\s(:,;])@\w{3,32}/g;
const digits = /\+?\(?\d[\d\s().‐-–-]{5,40}\d/g;
const years = /^(?:19|20)\d\d$/;

function isPhone(text: string): boolean {
  const groups = text.match(/\d+/g) ?? [];
  const count = groups.join('').length;
  if (groups.every((group) => years.test(group))) return false;
  return count >= 9 && count <= 15;
}

export const withoutContacts = (text: string): string =>
  text
    .replace(address, hidden)
    .replace(email, hidden)
    .replace(handle, `$1${hidden}`)
    .replace(digits, (found) => (isPhone(found) ? hidden : found));

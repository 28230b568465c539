export { phoneDigits } from '../import/normalize-contact.ts';
export { contactTypesOf, countAtOnce, storedSize } from '../store/read.ts';
export { dropForeignChanges, forgetChanges } from '../store/changes.ts';

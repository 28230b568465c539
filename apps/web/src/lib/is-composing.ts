/**
 * Whether a key belongs to an input method that composes a word. Safari ends the composition before the keydown that confirmed it, and
 * marks that key with the code 229 only.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => event.isComposing || event.keyCode === 229;

/**
 * Whether a key belongs to an input method. Safari ends the composition before the keydown that
 * confirms it and marks that key only with code 229.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => event.isComposing || event.keyCode === 229;

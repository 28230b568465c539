/** Safari ends the composition before the keydown that confirms it, marked only by code 229. */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => event.isComposing || event.keyCode === 229;

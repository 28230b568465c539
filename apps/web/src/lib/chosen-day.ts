/** Browser fields report years like 0002 and 0020 during input, which the contract refuses. */
export const chosenDay = (text: string): string | undefined => (/^(?:19[7-9]|2\d\d)\d-\d{2}-\d{2}$/.test(text) ? text : undefined);

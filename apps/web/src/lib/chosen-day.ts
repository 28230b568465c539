/**
 * A day that the server takes where one is chosen (`chosenDay` of the contract); undefined for anything else. A field of a browser says years as they
 * are typed: 0002, 0020, 0202.
 */
export const chosenDay = (text: string): string | undefined => (/^(?:19[7-9]|2\d\d)\d-\d{2}-\d{2}$/.test(text) ? text : undefined);

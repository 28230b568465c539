/**
 * Valid `chosenDay` of the contract, else undefined. While the user types a year, browser fields
 * report 0002, 0020, 0202.
 */
export const chosenDay = (text: string): string | undefined => (/^(?:19[7-9]|2\d\d)\d-\d{2}-\d{2}$/.test(text) ? text : undefined);

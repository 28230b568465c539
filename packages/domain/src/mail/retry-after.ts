const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** Seconds: "try again in 5 minutes", "Retry-After: 30". */
export function retryAfterOf(response: string): number | undefined {
  const found = /\b(?:retry[- ]after|(?:try|retry)(?: again)?(?: later)? (?:in|after))\b\D{0,12}(\d{1,6})\s*(s|m|h)?/i.exec(response);
  if (!found) return undefined;
  return Number(found[1]) * (unitSeconds[(found[2] ?? 's').toLowerCase()] ?? 1);
}

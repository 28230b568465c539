/** I18N-006, I18N-008: from 20 December to 10 January inclusive, in the visitor's time zone. */
export function isFestive(now: Date): boolean {
  const [month, day] = [now.getMonth() + 1, now.getDate()];
  return (month === 12 && day >= 20) || (month === 1 && day <= 10);
}

interface Place {
  city?: string | null | undefined;
  country?: string | null | undefined;
}

/** 'Derby, United Kingdom'. A state that is one city is said once: 'Singapore'. Empty where neither is known. */
export function placeLine({ city, country }: Place): string {
  if (!city || !country) return city || country || '';
  return country === city || country.startsWith(`${city} `) ? city : `${city}, ${country}`;
}

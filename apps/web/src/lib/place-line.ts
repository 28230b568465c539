interface Place {
  city?: string | null | undefined;
  country?: string | null | undefined;
}

/** 'Derby, United Kingdom'. A city state appears once: 'Singapore'. Empty if both are unknown. */
export function placeLine({ city, country }: Place): string {
  if (!city || !country) return city || country || '';
  return country === city || country.startsWith(`${city} `) ? city : `${city}, ${country}`;
}
